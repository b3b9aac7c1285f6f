package edge

import (
	"net/http"
	"slices"
)

// exposedHeaders are the headers that pages of other origins may read.
const exposedHeaders = "ETag, X-Correlation-Id, Retry-After, Idempotency-Replayed, Stint-Ignored, " +
	"Preference-Applied, RateLimit, RateLimit-Policy, Link, Stint-Next-Cursor, WWW-Authenticate"

// sentHeaders are the headers that pages of other origins may send. Agents in browsers send those of their protocol.
const sentHeaders = "Authorization, Content-Type, If-Match, Idempotency-Key, Prefer, X-Correlation-Id, traceparent, " +
	"tracestate, MCP-Protocol-Version, Mcp-Method, Mcp-Name"

// FixedCORS are the CORS headers of responses that cannot depend on the request, as
// those that API Gateway makes itself. A single allowed origin may read them with
// credentials. With several origins the headers name none: everyone may read these
// responses, but only without credentials. They hold a problem and no data. Without
// allowed origins there are no headers.
func FixedCORS(origins []string) map[string]string {
	switch len(origins) {
	case 0:
		return nil
	case 1:
		return map[string]string{
			"Access-Control-Allow-Origin": origins[0], "Access-Control-Allow-Credentials": "true",
			"Access-Control-Expose-Headers": exposedHeaders,
		}
	}
	return map[string]string{"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": exposedHeaders}
}

// handleCORS allows pages of the configured origins to call the API with credentials, and all pages to call the
// paths that are open to them. It responds to preflights, and reports whether the request was one, which needs no
// other response.
func (o Options) handleCORS(w http.ResponseWriter, r *http.Request) (handled bool) {
	origin := r.Header.Get("Origin")
	preflight := r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != ""
	h := w.Header()
	if len(o.AllowedOrigins) > 0 {
		h.Add("Vary", "Origin")
	}
	switch {
	case slices.Contains(o.AllowedOrigins, origin):
		h.Set("Access-Control-Allow-Credentials", "true")
		allowOrigin(h, origin, preflight, "GET, POST, PUT, PATCH, DELETE")
	case slices.Contains(o.OpenPaths, r.URL.Path): // a browser then sends no cookie of the service
		allowOrigin(h, "*", preflight, "GET, POST")
	}
	if preflight {
		RequestInfoFrom(r.Context()).Route = "preflight"
		w.WriteHeader(http.StatusNoContent)
	}
	return preflight
}

// allowOrigin lets pages of an origin, or of all with *, read a response. The answer to a preflight also says by which
// methods they may ask.
func allowOrigin(h http.Header, origin string, preflight bool, methods string) {
	h.Set("Access-Control-Allow-Origin", origin)
	h.Set("Access-Control-Expose-Headers", exposedHeaders)
	if preflight {
		h.Set("Access-Control-Allow-Methods", methods)
		h.Set("Access-Control-Allow-Headers", sentHeaders)
		h.Set("Access-Control-Max-Age", "600")
	}
}
