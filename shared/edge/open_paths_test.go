package edge_test

import (
	"net/http/httptest"
	"testing"

	"stint/shared/edge"
)

// Pages of every origin call open paths without credentials, and no other path. Configured origins keep theirs.
func TestOpenPaths(t *testing.T) {
	t.Parallel()
	const anybody = "https://anybody.example"
	open := func(o *edge.Options) { withOrigins(o); o.OpenPaths = []string{"/oauth/token"} }
	for _, c := range []struct{ method, path, origin, allowed, credentials, methods string }{
		{"POST", "/oauth/token", anybody, "*", "", ""},
		{"OPTIONS", "/oauth/token", anybody, "*", "", "GET, POST"},
		{"POST", "/oauth/token", app, app, "true", ""},
		{"OPTIONS", "/oauth/token", app, app, "true", "GET, POST, PUT, PATCH, DELETE"},
		{"POST", "/oauth/token/x", anybody, "", "", ""},
		{"POST", "/oauth/authorize", anybody, "", "", ""},
		{"OPTIONS", "/oauth/authorize", anybody, "", "", ""},
	} {
		r := httptest.NewRequest(c.method, c.path, nil)
		r.Header.Set("Origin", c.origin)
		if c.method == "OPTIONS" {
			r.Header.Set("Access-Control-Request-Method", "POST")
		}
		h := newFixture(open).send(hello, r).Header()
		for name, want := range map[string]string{"Origin": c.allowed, "Credentials": c.credentials, "Methods": c.methods} {
			if got := h.Get("Access-Control-Allow-" + name); got != want {
				t.Errorf("%+v: %s is %q", c, name, got)
			}
		}
	}
}
