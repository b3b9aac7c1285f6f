package route

import (
	"fmt"
	"net/http"
	"path"
	"reflect"
	"slices"
	"strings"

	"stint/shared/auth"
	"stint/shared/wire"
)

// Check finds mistakes in a table before anything is served: a route without an id
// or a permission, an id or a path declared twice, a record in the path that
// nothing loads. It panics for an input type that package wire cannot read.
func Check(specs []Spec) error {
	if err := checkTable(specs); err != nil {
		return err
	}
	for _, spec := range specs {
		wire.CheckType(spec.Op.In)
	}
	return nil
}

// checkTable is Check without the input types.
func checkTable(specs []Spec) error {
	seen := map[string]bool{}
	for _, spec := range specs {
		where := spec.Method + " " + spec.Path
		if err := spec.check(); err != nil {
			return fmt.Errorf("route %s: %w", where, err)
		}
		for _, name := range []string{spec.ID, where} {
			if seen[name] {
				return fmt.Errorf("route %s is declared twice", name)
			}
			seen[name] = true
		}
	}
	return nil
}

func (s Spec) check() error {
	rule, known := auth.RuleOf(s.Permission)
	switch {
	case s.ID == "" || s.Summary == "":
		return fmt.Errorf("it has no id or no summary")
	case !known:
		return fmt.Errorf("it has no permission")
	case !slices.Contains([]string{"GET", "POST", "PUT", "PATCH", "DELETE"}, s.Method):
		return fmt.Errorf("unknown method")
	case !strings.HasPrefix(s.Path, "/") || path.Clean(s.Path) != s.Path:
		return fmt.Errorf("its path is not clean")
	case !slices.Contains([]auth.Credential{auth.Public, auth.Session, auth.APIKey}, s.Credential):
		return fmt.Errorf("unknown credential %q", s.Credential)
	case (s.Credential == auth.Public) != (rule.Requires == auth.RequiresNothing):
		return fmt.Errorf("credential %q does not go with permission %q", s.Credential, s.Permission)
	case s.Op.run == nil:
		return fmt.Errorf("it has no operation")
	case s.namesRecord() && rule.Requires == auth.RequiresWorkspace && !s.Op.LoadsRecord():
		return fmt.Errorf("its path names a record, but nothing loads it (use OnRecord)")
	case wire.TakesFile(s.Op.In) && s.Method != http.MethodPut:
		return fmt.Errorf("only a PUT may take a file")
	case s.Creates && (s.Method != http.MethodPost || s.Credential == auth.Public):
		return fmt.Errorf("only a POST with a credential may have Creates")
	case s.Fresh != "" && s.Credential != auth.Session:
		return fmt.Errorf("only a route for sessions may have Fresh")
	case s.NeedsProvenEmail && s.Credential == auth.Public:
		return fmt.Errorf("only a route with a credential may have NeedsProvenEmail")
	case s.AnyOrigin && (s.Credential != auth.Public || s.SetsCookie || s.ReadsRefreshCookie || len(s.Params()) > 0):
		return fmt.Errorf("only a public route without cookies and parameters may have AnyOrigin")
	case s.NoHead && s.Method != http.MethodGet:
		return fmt.Errorf("only a GET may have NoHead")
	case s.Method == http.MethodGet && !s.NoHead && s.Throttle != Throttle{}:
		return fmt.Errorf("its throttle is that of GET alone, so it needs NoHead")
	case s.FailurePage != "" && s.Method != http.MethodGet:
		return fmt.Errorf("only a GET may have a FailurePage")
	}
	return nil
}

// # Unknown names
//
// A property or a query parameter that a route does not know is ignored, but never
// silently. The header Stint-Ignored of a successful answer names what was ignored.
// With "Prefer: handling=strict", each name is a problem instead. Both happen where
// the request is read: Call.Read for operations that read it, and checkNoInput for
// those that take nothing. A body on a route that takes none is read as one without
// known properties. Where a body has no meaning, on a DELETE and on a route with AnyBody,
// only one that is a JSON object is read.

// checkNoInput looks for query parameters and a body on a route that takes no input.
// Errors: validation with unknown_property; unsupported_media_type, malformed_request.
func (r *Request) checkNoInput() error {
	if r.spec.OwnProtocol || r.spec.Op.In.NumField() > 0 || r.http.URL.RawQuery == "" && len(r.sentBody()) == 0 {
		return nil
	}
	_, err := (&Call[NoInput]{r}).ReadValid()
	return err
}

// sentBody is the body of the request. On a GET or DELETE that takes none it has no
// meaning (RFC 9110, sections 9.3.1 and 9.3.5), so it never makes a request malformed: it
// counts on a DELETE and on a route with AnyBody if there are unknown names in it.
func (r *Request) sentBody() []byte {
	switch {
	case r.spec.ReadsBody() || r.spec.TakesFile():
		return r.body
	case r.spec.Method == http.MethodGet || len(r.body) == 0 ||
		len(r.unknownIn(reflect.TypeFor[NoInput](), "", r.body)) == 0:
		return nil
	}
	return r.body
}

// unknownIn are the unknown names of a query and a body for a type of input.
func (r *Request) unknownIn(in reflect.Type, query string, body []byte) []wire.UnknownName {
	return wire.FindUnknown(in, query, r.http.Header.Get("Content-Type"), r.http.Header.Get("Content-Encoding"), body)
}

// findIgnoredAgain finds the unknown names of a request whose answer is remembered.
// The answer was given before, so strict handling does not apply to it.
func (r *Request) findIgnoredAgain() {
	r.ignored = r.unknownIn(r.spec.Op.In, r.http.URL.RawQuery, r.sentBody())
	if len(r.ignored) > 0 {
		r.responseHeader.Del("Preference-Applied")
	}
}

// setPreferenceApplied sends the preference that applies to the answer.
func (r *Request) setPreferenceApplied() {
	if r.strict {
		r.responseHeader.Set("Preference-Applied", strictPreference)
	}
}

// nameIgnored names in a successful answer what was ignored.
func (r *Request) nameIgnored() {
	var names []string
	for _, unknown := range r.ignored {
		if isUsed := unknown.InQuery && slices.Contains(r.usedNames, unknown.Name); !isUsed {
			names = append(names, unknown.String())
		}
	}
	if len(names) > 0 {
		r.responseHeader.Set(ignoredHeader, strings.Join(names, ", "))
	}
}

// namingOnSuccess drops Stint-Ignored from a response that turns out to be no success,
// such as a page that shows a form again with its errors.
func namingOnSuccess(w http.ResponseWriter) http.ResponseWriter {
	if w.Header().Get(ignoredHeader) == "" {
		return w
	}
	return successNamer{w}
}

type successNamer struct{ http.ResponseWriter }

func (n successNamer) WriteHeader(status int) {
	if status >= http.StatusBadRequest {
		n.Header().Del(ignoredHeader)
	}
	n.ResponseWriter.WriteHeader(status)
}
