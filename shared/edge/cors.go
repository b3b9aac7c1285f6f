package edge

import (
	"net/http"
	"slices"
)

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
		h.Set("Access-Control-Expose-Headers", "ETag, X-Correlation-Id, Retry-After, Idempotency-Replayed, Stint-Ignored, Preference-Applied, RateLimit, RateLimit-Policy")
		if preflight {
			h.Set("Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE")
			h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, If-Match, Idempotency-Key, Prefer, X-Correlation-Id")
			h.Set("Access-Control-Max-Age", "600")
		}
	}
	if preflight {
		RequestInfoFrom(r.Context()).Route = "preflight"
		w.WriteHeader(http.StatusNoContent)
	}
	return preflight
}
