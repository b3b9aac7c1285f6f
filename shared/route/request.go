package route

import (
	"encoding/hex"
	"net/http"
	"net/url"
	"strings"

	"crypto/sha256"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/edge"
	"stint/shared/problem"
)

// Request is one request on its way through a route.
type Request struct {
	auth.Caller
	Now domain.Instant // the request's one look at the clock

	spec           *Spec
	http           *http.Request
	responseHeader http.Header
	body           []byte
	ids            map[string]domain.ID
	replayDigest   string // digest of the Idempotency-Key; "" is none
	ifMatch        ifMatch
}

// ID is a path parameter that is a UUID.
func (r *Request) ID(param string) domain.ID { return r.ids[param] }

// PathValue is a path parameter that is no UUID, decoded.
func (r *Request) PathValue(param string) string { return r.http.PathValue(param) }

// Header is a header of the request; "" when absent.
func (r *Request) Header(name string) string { return r.http.Header.Get(name) }

// QueryValue is a query parameter as sent; "" when absent. It is for finders,
// which run before the query is read as a whole.
func (r *Request) QueryValue(name string) string { return r.http.URL.Query().Get(name) }

// Authorization is every Authorization header sent, for public routes on
// which a credential is welcome.
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

// ClientAddress is the caller's address as the gateway saw it.
func (r *Request) ClientAddress() string { return edge.RequestInfoFrom(r.http.Context()).ClientAddress }

// AcceptsHTML reports whether a page is wanted rather than JSON: the Accept header
// names text/html.
func (r *Request) AcceptsHTML() bool { return acceptsHTML(r.http) }

func acceptsHTML(h *http.Request) bool {
	return h.Method == http.MethodGet && strings.Contains(h.Header.Get("Accept"), "text/html")
}

// CursorScope names the list that a cursor of this request belongs to: the route,
// the caller, the workspace and the filters.
func (r *Request) CursorScope() string {
	query, _ := url.ParseQuery(r.http.URL.RawQuery)
	query.Del("cursor")
	query.Del("limit")
	caller := string(r.User.ID) + " " + string(r.WorkspaceID())
	return strings.Join([]string{r.spec.Path, r.http.URL.Path, caller, query.Encode()}, "\n")
}

// Remember says that the answer is to be given again when the request comes
// again with the same Idempotency-Key. What it returns goes into the
// transaction that makes the record. An answer holding a secret that is shown
// once must be passed without it.
func (r *Request) Remember(answer any) domain.ReplayRecord {
	if r.replayDigest == "" {
		return domain.ReplayRecord{}
	}
	record := domain.ReplayRecord{
		UserID: r.User.ID, Digest: r.replayDigest,
		Replay: domain.Replay{BodyHash: sha256Hex(r.body), Answer: encodeJSON(answer), ETag: etagOf(answer)},
	}
	if !r.spec.isPerUser() {
		record.WorkspaceID = r.WorkspaceID()
	}
	return record
}

// CheckIfMatch compares If-Match with the version that the record has. Errors:
// conflict.
func (r *Request) CheckIfMatch(version int64) error {
	if r.ifMatch.allows(version) {
		return nil
	}
	return problem.Conflict("The record has another version than If-Match names.")
}

func sha256Hex(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
