package edge

import (
	"net/http"
	"slices"
)

// exposedHeaders are the headers that pages of other origins may read.
const exposedHeaders = "ETag, X-Correlation-Id, Retry-After, Idempotency-Replayed, Stint-Ignored, " +
	"Preference-Applied, RateLimit, RateLimit-Policy, Link, Stint-Next-Cursor"

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

// handleCORS allows pages of the configured origins to call the API with credentials,
// and responds to preflights. It reports whether the request was a preflight, which
// needs no other response.
func (o Options) handleCORS(w http.ResponseWriter, r *http.Request) (handled bool) {
	origin := r.Header.Get("Origin")
	preflight := r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != ""
	h := w.Header()
	if len(o.AllowedOrigins) > 0 {
		h.Add("Vary", "Origin")
	}
	if slices.Contains(o.AllowedOrigins, origin) {
		h.Set("Access-Control-Allow-Origin", origin)
		h.Set("Access-Control-Allow-Credentials", "true")
		h.Set("Access-Control-Expose-Headers", exposedHeaders)
		if preflight {
			h.Set("Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE")
			h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, If-Match, Idempotency-Key, Prefer, "+
				"X-Correlation-Id, traceparent, tracestate")
			h.Set("Access-Control-Max-Age", "600")
		}
	}
	if preflight {
		RequestInfoFrom(r.Context()).Route = "preflight"
		w.WriteHeader(http.StatusNoContent)
	}
	return preflight
}
