package sso_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"stint/functions/apitest"
	"stint/shared/config"
)

const app = "https://app.example.com"

func withApp(c *config.Config) { c.Origins = []string{app, "http://localhost:3000"} }

// hostile are addresses that look as if they led to us.
var hostile = []string{
	"", "//evil.example", "///evil.example", `/\evil.example`, `\\evil.example`, `\/evil.example`, "/%2f%2fevil.example", "/%2F/evil.example", "/%5cevil.example", "/%09/evil.example",
	"https:evil.example", "https:/evil.example", "https://evil.example", "evil.example", "@evil.example", "javascript:alert(1)", "data:text/html,x", "//app.example.com",
	app + ".evil.example", app + "@evil.example", app + ":443@evil.example", app + ":8443/", app + `\.evil.example`, "https://user@app.example.com/", "HTTPS://app.example.com/",
	"http://app.example.com/", "https://evil.example/" + app, "https://app.example.co", app + "%2eevil.example", app + "//evil.example", "ftp://app.example.com/",
	"/\t/evil.example", "/a\r\nSet-Cookie: a=b", "/a\nLocation: //evil.example", " /a", "/a ", "/é", "/%0d%0aX:1", "/%00", "/a//b", "/..//evil.example", "/%zz", `/a?b=\c`, "?a", "#a", "a/b",
	"/" + strings.Repeat("a", 2000),
}

func TestForeignReturnAddresses(t *testing.T) {
	t.Parallel()
	h, _ := apitest.NewSSO(t, withApp)
	for _, to := range hostile {
		for _, name := range []string{"return_to", "returnTo"} {
			answer := h.Send(apitest.Request{Method: "GET", Path: start + "?" + name + "=" + url.QueryEscape(to), Header: map[string]string{"Accept": "text/html"}})
			answer.Invalid(name + " url_invalid")
		}
	}
	h.Send(apitest.Request{Method: "GET", Path: start + "?return_to=/a&return_to=/b"}).Invalid("return_to duplicate_value")
}

func TestOwnReturnAddresses(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewSSO(t, withApp)
	for _, to := range []string{
		"/", "/app", "/app/x?a=b&c=%2F%2Fd#e", "/a%20b", app, app + "/", app + "/x?next=https://other.example", app + "?a", app + "#a",
		"http://localhost:3000/cb", apitest.Address + "/p/signed-in",
	} {
		answer := h.Begin("", "?return_to="+url.QueryEscape(to)).As(provider, ada).EndInBrowser()
		if got := answer.Header.Get("Location"); answer.Status != 302 || got != to {
			t.Errorf("%s: %d to %q", to, answer.Status, got)
		}
	}
}

// FuzzReturnTo looks for an address that is taken and leads elsewhere, as
// browsers read addresses.
func FuzzReturnTo(f *testing.F) {
	for _, to := range append(hostile, "/", "/app?a#b", app+"/x") {
		f.Add(to)
	}
	h, _ := apitest.NewSSO(f, withApp)
	allowed := map[string]bool{"https://app.example.com": true, "http://localhost:3000": true, apitest.Address: true}
	f.Fuzz(func(t *testing.T, to string) {
		started := h.Send(apitest.Request{Method: "GET", Path: start + "?return_to=" + url.QueryEscape(to)})
		if started.Status != http.StatusOK {
			return
		}
		base, _ := url.Parse(apitest.Address + callback)
		// Browsers take backslashes for slashes, and drop tabs and line ends.
		read := strings.NewReplacer(`\`, "/", "\t", "", "\r", "", "\n", "").Replace(to) // where TestOwnReturnAddresses shows that browsers are sent
		u, err := base.Parse(read)
		if err != nil || !allowed[u.Scheme+"://"+u.Host] || u.User != nil || strings.ContainsAny(to, "\r\n") {
			t.Errorf("%q leads to %v (%v)", to, u, err)
		}
	})
}
