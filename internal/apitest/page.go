package apitest

import (
	"net/url"
	"strings"
)

// Form is a request that posts a form as a browser does. Pairs are names, each
// followed by its value.
func Form(path string, pairs ...string) Request {
	values := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		values.Add(pairs[i], pairs[i+1])
	}
	return Request{
		Method: "POST", Path: path, Body: values.Encode(),
		Header: map[string]string{"Content-Type": "application/x-www-form-urlencoded"},
	}
}

// Page checks that the answer is an HTML page with the status, and that its policy
// forbids to load or run anything. It returns the HTML.
func (a *Answer) Page(status int) string {
	a.t.Helper()
	if a.Status != status || a.Header.Get("Content-Type") != "text/html; charset=utf-8" {
		a.t.Fatalf("%s %s: %d %s, want a page with %d\n%s", a.Request.Method, a.Request.Path, a.Status, a.Header.Get("Content-Type"), status, a.Body)
	}
	policy := a.Header.Get("Content-Security-Policy")
	for _, want := range []string{"default-src 'none'", "style-src 'sha256-", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"} {
		if !strings.Contains(policy, want) {
			a.t.Errorf("%s %s: policy %q lacks %s", a.Request.Method, a.Request.Path, policy, want)
		}
	}
	return string(a.Body)
}
