package oauth

import (
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"stint/shared/domain/people"
)

// parameters are those of a request. Each is sent at most once (RFC 6749, section 3.1), except resource (RFC 8707).
type parameters url.Values

const resourceParameter = "resource"

// get is the value of a parameter; "" when absent or empty, which is the same.
func (p parameters) get(name string) string { return url.Values(p).Get(name) }

// repeated is the name of a parameter that was sent more than once; "" for none.
func (p parameters) repeated() string {
	for name, values := range p {
		if len(values) > 1 && name != resourceParameter {
			return name
		}
	}
	return ""
}

var errUnreadable = fail(invalidRequest, "The parameters cannot be read.")

// parse reads parameters as they are in a query or in a form.
func parse(encoded string) (parameters, error) {
	values, err := url.ParseQuery(encoded)
	if err != nil {
		return nil, errUnreadable
	}
	for name, all := range values {
		if !utf8.ValidString(name) || slices.ContainsFunc(all, func(v string) bool { return !utf8.ValidString(v) }) {
			return nil, errUnreadable
		}
	}
	return parameters(values), nil
}

const formType = "application/x-www-form-urlencoded"

// readForm reads the form in the body of a request.
func readForm(h *http.Request) (parameters, error) {
	kind, _, err := mime.ParseMediaType(h.Header.Get("Content-Type"))
	if err != nil || kind != formType {
		return nil, fail(invalidRequest, "The body must be of the type "+formType+".")
	}
	body, err := io.ReadAll(h.Body)
	if err != nil {
		return nil, errUnreadable
	}
	return parse(string(body))
}

// readEndpoint reads the form of a request to an endpoint for programs.
func readEndpoint(h *http.Request) (parameters, error) {
	form, err := readForm(h)
	if err != nil {
		return nil, err
	}
	if name := form.repeated(); name != "" {
		return nil, fail(invalidRequest, "A parameter is sent more than once.")
	}
	return form, nil
}

// scopeOffline is the scope that asks for a refresh token.
const scopeOffline = "offline_access"

// scope is what an app asks for.
type scope struct {
	access    people.KeyAccess
	refreshes bool
}

// parseScope reads a scope. Of several levels, the highest counts, because it includes the others. Without one it is
// the least.
func parseScope(text string) (scope, error) {
	requested := scope{access: people.AccessRead}
	for name := range strings.FieldsSeq(text) {
		level := people.KeyAccess(name)
		switch {
		case name == scopeOffline:
			requested.refreshes = true
		case !level.Covers(people.AccessRead):
			return requested, fail(invalidScope, "The scopes are "+strings.Join(scopeNames(), ", ")+".")
		case level.Covers(requested.access):
			requested.access = level
		}
	}
	return requested, nil
}

// String is the scope as the protocol writes it.
func (s scope) String() string {
	if s.refreshes {
		return string(s.access) + " " + scopeOffline
	}
	return string(s.access)
}

// checkResource checks the resources that a token is asked for (RFC 8707). There may be several, because each resource
// accepts the tokens of all.
func (f *Family) checkResource(p parameters) error {
	for _, requested := range p[resourceParameter] {
		if !slices.Contains(f.resources(), strings.TrimSuffix(requested, "/")) &&
			requested != f.config.PublicURL+apiPath && requested != f.config.PublicURL+apiPath+"/" {
			return fail(invalidTarget, "The resources are those of the metadata of this server.")
		}
	}
	return nil
}

// audienceOf is the audience of an access token for the resource that is asked for; "" if none is.
func (f *Family) audienceOf(p parameters) string {
	all := p[resourceParameter]
	switch {
	case len(all) == 0:
		return ""
	case strings.TrimSuffix(all[0], "/") == f.config.PublicURL+mcpPath:
		return f.config.PublicURL + mcpPath
	}
	return f.config.PublicURL
}

// apiPath is the path of the API, which clients may name as the resource too.
const apiPath = "/api/v1"
