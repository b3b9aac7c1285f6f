package edge_test

import (
	"net/http/httptest"
	"testing"

	"stint/shared/edge"
)

const app = "https://app.example.com"

func withOrigins(o *edge.Options) { o.AllowedOrigins = []string{app, "http://localhost:3000"} }

func TestAllowedOrigins(t *testing.T) {
	t.Parallel()
	for _, origin := range []string{app, "http://localhost:3000"} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header.Set("Origin", origin)
		h := newFixture(withOrigins).send(hello, r).Header()
		for name, want := range map[string]string{
			"Access-Control-Allow-Origin": origin, "Access-Control-Allow-Credentials": "true", "Vary": "Origin",
			"Access-Control-Expose-Headers": "ETag, X-Correlation-Id, Retry-After, Idempotency-Replayed, Stint-Ignored, " +
				"Preference-Applied, RateLimit, RateLimit-Policy, Link, Stint-Next-Cursor, WWW-Authenticate",
			"Access-Control-Allow-Methods": "",
		} {
			if got := h.Get(name); got != want {
				t.Errorf("%s: %s %q, want %q", origin, name, got, want)
			}
		}
	}
}

// Only the exact origin is allowed, and a cache must not serve the response to
// another origin.
func TestForeignOrigins(t *testing.T) {
	t.Parallel()
	for _, origin := range []string{
		"", "null", "*", "https://evil.example", app + ".evil.example", "https://evil-app.example.com",
		"https://sub.app.example.com",
		"http://app.example.com", app + ":8443", app + "/", "HTTPS://APP.EXAMPLE.COM", "https://app.example.com@evil.example",
		app + ", https://evil.example", " " + app,
	} {
		for _, method := range []string{"GET", "OPTIONS"} {
			r := httptest.NewRequest(method, "/", nil)
			r.Header["Origin"] = []string{origin}
			if method == "OPTIONS" {
				r.Header.Set("Access-Control-Request-Method", "POST")
			}
			h := newFixture(withOrigins).send(hello, r).Header()
			for _, name := range []string{"Allow-Origin", "Allow-Credentials", "Allow-Methods", "Allow-Headers",
				"Expose-Headers"} {
				if got := h.Values("Access-Control-" + name); len(got) != 0 {
					t.Errorf("%s from %q: %s %q", method, origin, name, got)
				}
			}
			if h.Get("Vary") != "Origin" {
				t.Errorf("%s from %q: Vary %q", method, origin, h.Get("Vary"))
			}
		}
	}
}

func TestNoOriginIsAllowedByDefault(t *testing.T) {
	t.Parallel()
	r := httptest.NewRequest("GET", "/", nil)
	r.Header.Set("Origin", app)
	h := newFixture(nil).send(hello, r).Header()
	if h.Get("Access-Control-Allow-Origin") != "" || h.Get("Vary") != "" {
		t.Errorf("headers %v", h)
	}
}

func TestPreflight(t *testing.T) {
	t.Parallel()
	r := httptest.NewRequest("OPTIONS", "/api/entries", nil)
	r.Header.Set("Origin", app)
	r.Header.Set("Access-Control-Request-Method", "PATCH")
	w := newFixture(withOrigins).send(hello, r)
	if w.Code != 204 || w.Body.Len() != 0 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	for name, want := range map[string]string{
		"Access-Control-Allow-Origin": app, "Access-Control-Allow-Credentials": "true",
		"Access-Control-Allow-Methods": "GET, POST, PUT, PATCH, DELETE",
		"Access-Control-Allow-Headers": "Authorization, Content-Type, If-Match, Idempotency-Key, Prefer, X-Correlation-Id, " +
			"traceparent, tracestate, MCP-Protocol-Version, Mcp-Method, Mcp-Name",
		"Access-Control-Max-Age": "600",
	} {
		if got := w.Header().Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// OPTIONS without the header of a preflight is a request like any other.
func TestOptionsWithoutPreflightPassesOn(t *testing.T) {
	t.Parallel()
	r := httptest.NewRequest("OPTIONS", "/", nil)
	r.Header.Set("Origin", app)
	if w := newFixture(withOrigins).send(hello, r); w.Body.String() != "hello" {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// A response that cannot depend on the request never lets an origin that is not
// configured read it with credentials.
func TestFixedHeadersNameNoForeignOrigin(t *testing.T) {
	t.Parallel()
	const other = "http://localhost:3000"
	for _, c := range []struct {
		origins             []string
		origin, credentials string
	}{
		{nil, "", ""}, {[]string{app}, app, "true"}, {[]string{app, other}, "*", ""},
		{[]string{other, app, "https://b.example.com"}, "*", ""},
	} {
		h := edge.FixedCORS(c.origins)
		if h["Access-Control-Allow-Origin"] != c.origin || h["Access-Control-Allow-Credentials"] != c.credentials {
			t.Errorf("%v: %v", c.origins, h)
		}
		if exposes := h["Access-Control-Expose-Headers"] != ""; exposes != (len(c.origins) > 0) {
			t.Errorf("%v exposes %v", c.origins, h)
		}
	}
}
