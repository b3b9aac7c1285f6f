package route

import (
	"net/http"
	"net/url"
	"strings"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/edge"
	"stint/shared/problem"
	"stint/shared/wire"
)

// Request is one request to a route, with its caller.
type Request struct {
	auth.Caller
	Now domain.Instant // the time of the request: the clock is read once, so that all its writes agree

	spec           *Spec
	http           *http.Request
	responseHeader http.Header
	body           []byte
	ids            map[string]domain.ID
	replayDigest   string // digest of the Idempotency-Key; "" is none
	ifMatch        ifMatch
	strict         bool               // unknown names are refused
	ignored        []wire.UnknownName // unknown names, as wire.Issues.Unknown returns them
	usedNames      []string           // query parameters that QueryValue read, which are not ignored
	server         *Server
	issues         *wire.Issues // of the input; nil until it is read
}

// ID is a path parameter that is a UUID.
func (r *Request) ID(param string) domain.ID { return r.ids[param] }

// PathValue is a path parameter that is no UUID, decoded.
func (r *Request) PathValue(param string) string { return r.http.PathValue(param) }

// Header is a header of the request; "" when absent.
func (r *Request) Header(name string) string { return r.http.Header.Get(name) }

// QueryValue is a query parameter as sent; "" when absent. It is for the loaders of
// OnRecord, which run before the query is read as a whole, and for parameters that are
// not declared. The parameter counts as known, also in strict handling.
func (r *Request) QueryValue(name string) string {
	r.usedNames = append(r.usedNames, name)
	if r.issues != nil {
		r.issues.AcceptUnknown(name)
	}
	return r.http.URL.Query().Get(name)
}

// IDsBeyond is wire.IDsBeyond for the body of the request, after it was read.
func (r *Request) IDsBeyond(from int, visit func(index int, text string)) {
	wire.IDsBeyond(r.body, from, visit)
}

// Authorization is every Authorization header sent. It is for public routes that
// accept a credential but do not need one.
func (r *Request) Authorization() []string { return r.http.Header.Values("Authorization") }

// Cookie is the value of a cookie; "" when absent or sent more than once.
func (r *Request) Cookie(name string) string {
	sent := r.http.CookiesNamed(name)
	if len(sent) != 1 {
		return ""
	}
	return sent[0].Value
}

// SetCookie sends a cookie with the answer.
func (r *Request) SetCookie(c *http.Cookie) { r.responseHeader.Add("Set-Cookie", c.String()) }

// ClientAddress is the client's IP address as the gateway saw it; "" when unknown.
func (r *Request) ClientAddress() string { return edge.RequestInfoFrom(r.http.Context()).ClientAddress }

// AcceptsHTML reports whether the client is a browser that wants a page, not JSON:
// a GET whose Accept header names text/html.
func (r *Request) AcceptsHTML() bool { return acceptsHTML(r.http) }

func acceptsHTML(h *http.Request) bool {
	return h.Method == http.MethodGet && strings.Contains(h.Header.Get("Accept"), "text/html")
}

// CursorScope names the list that a cursor of this request belongs to: the route,
// the caller, the workspace and the filters. A cursor of another list is refused. The
// names are parameters of the first page only.
func (r *Request) CursorScope(names ...string) string {
	query, _ := url.ParseQuery(r.http.URL.RawQuery)
	query.Del("cursor")
	query.Del("limit")
	for _, name := range names {
		query.Del(name)
	}
	caller := string(r.User.ID) + " " + string(r.WorkspaceID())
	return strings.Join([]string{r.spec.Path, r.http.URL.Path, caller, query.Encode()}, "\n")
}

// LinkWithCursor is the address of this request with another cursor, relative to its own.
func (r *Request) LinkWithCursor(cursor string) string {
	query, _ := url.ParseQuery(r.http.URL.RawQuery)
	query.Set("cursor", cursor)
	return "?" + query.Encode()
}

// CheckIfMatch compares If-Match with the version of the record. Errors: conflict.
func (r *Request) CheckIfMatch(version int64) error {
	if r.ifMatch.allows(version) {
		return nil
	}
	return problem.Conflict(problem.VersionStale, "The record has another version than If-Match names.")
}
