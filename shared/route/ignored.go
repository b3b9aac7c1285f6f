package route

import (
	"net/http"
	"reflect"
	"slices"
	"strings"

	"stint/shared/wire"
)

// # Unknown names
//
// A property or a query parameter that a route does not know is ignored, but never
// silently. The header Stint-Ignored of a successful answer names what was ignored.
// With "Prefer: handling=strict", each name is a problem instead. Both happen where
// the request is read: Call.Read for operations that read it, and checkNoInput for
// those that take nothing. A body on a route that takes none is read as one without
// known properties. Where a body has no meaning, on a DELETE and on a route with AnyBody,
// only one that is a JSON object is read.

const (
	ignoredHeader    = "Stint-Ignored"
	strictPreference = "handling=strict"
)

// prefersStrict reports whether the request prefers strict handling: the preference
// "handling=strict" in the header Prefer (RFC 7240, section 4.4). Of several handling
// preferences, the first one counts. A preference that cannot be read is none.
func prefersStrict(h *http.Request) bool {
	for _, preference := range splitOutsideQuotes(strings.Join(h.Header.Values("Prefer"), ","), ',') {
		preference = splitOutsideQuotes(preference, ';')[0] // the rest are parameters
		name, value, _ := strings.Cut(preference, "=")
		if strings.EqualFold(strings.Trim(name, whitespace), "handling") {
			return strings.EqualFold(unquote(strings.Trim(value, whitespace)), "strict")
		}
	}
	return false
}

// splitOutsideQuotes splits a header at a separator that is not in a quoted string
// (RFC 9110, section 5.6.4).
func splitOutsideQuotes(text string, separator byte) []string {
	var parts []string
	quoted, start := false, 0
	for n := 0; n < len(text); n++ {
		switch c := text[n]; {
		case c == '"':
			quoted = !quoted
		case quoted && c == '\\':
			n++
		case !quoted && c == separator:
			parts, start = append(parts, text[start:n]), n+1
		}
	}
	return append(parts, text[start:])
}

// unquote is the text in a quoted string without escapes; any other text is unchanged.
func unquote(text string) string {
	if len(text) >= 2 && text[0] == '"' && text[len(text)-1] == '"' {
		return text[1 : len(text)-1]
	}
	return text
}

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
