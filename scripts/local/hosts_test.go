package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
)

// A web page whose name resolves to this machine reaches nothing.
func TestForeignHostsAreRefused(t *testing.T) {
	t.Parallel()
	h := withKnownHosts("http://stint.example:8080",
		http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) }))
	for host, want := range map[string]int{
		"localhost": 418, "localhost:8080": 418, "LOCALHOST:1": 418, "127.0.0.1:8080": 418, "[::1]:8080": 418, "[::1]": 418,
		"stint.example": 418, "Stint.Example:8080": 418, "evil.example": 403, "evil.example:8080": 403,
		"localhost.evil.example": 403, "127.0.0.1.evil.example:80": 403, "": 403, "0.0.0.0:8080": 403,
	} {
		for _, path := range []string{"/_local/mail", "/_local/queue", "/api/health"} {
			r := httptest.NewRequest("GET", path, nil)
			r.Host = host
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code != want {
				t.Errorf("%s for %q: %d, want %d", path, host, w.Code, want)
			}
			if want != http.StatusForbidden {
				continue
			}
			var body struct{ Type, Detail, CorrelationID string }
			if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil ||
				body.Type != "http://stint.example:8080/errors/forbidden" || body.Detail != "origin_not_allowed" ||
				body.CorrelationID == "" || w.Header().Get("X-Correlation-Id") != body.CorrelationID ||
				w.Header().Get("Content-Type") != "application/problem+json" {
				t.Errorf("%s for %q: %v %s", path, host, w.Header(), w.Body)
			}
		}
	}
}
