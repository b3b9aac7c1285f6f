package sso_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/shared/config"
)

const appOrigin = "https://app.example.com"

func withApp(c *config.Config) { c.AllowedOrigins = []string{appOrigin, "http://localhost:3000"} }

// unsafeAddresses are addresses that look like addresses of this site.
var unsafeAddresses = []string{
	"", "//evil.example", "///evil.example", `/\evil.example`, `\\evil.example`, `\/evil.example`, "/%2f%2fevil.example",
	"/%2F/evil.example", "/%5cevil.example", "/%09/evil.example",
	"https:evil.example", "https:/evil.example", "https://evil.example", "evil.example", "@evil.example",
	"javascript:alert(1)", "data:text/html,x", "//app.example.com",
	appOrigin + ".evil.example", appOrigin + "@evil.example", appOrigin + ":443@evil.example", appOrigin + ":8443/",
	appOrigin + `\.evil.example`, "https://user@app.example.com/", "HTTPS://app.example.com/",
	"http://app.example.com/", "https://evil.example/" + appOrigin, "https://app.example.co",
	appOrigin + "%2eevil.example", appOrigin + "//evil.example", "ftp://app.example.com/",
	"/\t/evil.example", "/a\r\nSet-Cookie: a=b", "/a\nLocation: //evil.example", " /a", "/a ", "/é", "/%0d%0aX:1", "/%00",
	"/a//b", "/..//evil.example", "/%zz", `/a?b=\c`, "?a", "#a", "a/b", "/" + strings.Repeat("a", 6000),
}

func TestForeignReturnAddresses(t *testing.T) {
	t.Parallel()
	api, _ := apitest.NewWithSSO(t, withApp)
	for _, to := range unsafeAddresses {
		for _, name := range []string{"return_to", "returnTo"} {
			answer := api.Send(apitest.Request{Method: "GET", Path: startPath + "?" + name + "=" + url.QueryEscape(to),
				Header: map[string]string{"Accept": "text/html"}})
			answer.Invalid(name + " url_invalid")
		}
	}
	api.Send(apitest.Request{Method: "GET", Path: startPath + "?return_to=/a&return_to=/b"}).Invalid(
		"return_to duplicate_value")
}

func TestOwnReturnAddresses(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t, withApp)
	for _, to := range []string{
		"/", "/app", "/app/x?a=b&c=%2F%2Fd#e", "/a%20b", appOrigin, appOrigin + "/",
		appOrigin + "/x?next=https://other.example", appOrigin + "?a", appOrigin + "#a",
		"http://localhost:3000/cb", apitest.BaseURL + "/p/signed-in",
	} {
		answer := api.StartSSO("", "?return_to="+url.QueryEscape(to)).Login(provider, proven).FinishInBrowser()
		if got := answer.Header.Get("Location"); answer.Status != 302 || got != to {
			t.Errorf("%s: %d to %q", to, answer.Status, got)
		}
	}
}

// FuzzReturnTo looks for an accepted address that leads a browser to another site.
func FuzzReturnTo(f *testing.F) {
	for _, to := range append(unsafeAddresses, "/", "/app?a#b", appOrigin+"/x") {
		f.Add(to)
	}
	api, _ := apitest.NewWithSSO(f, withApp)
	allowed := map[string]bool{"https://app.example.com": true, "http://localhost:3000": true, apitest.BaseURL: true}
	f.Fuzz(func(t *testing.T, to string) {
		started := api.Send(apitest.Request{Method: "GET", Path: startPath + "?return_to=" + url.QueryEscape(to)})
		if started.Status != http.StatusOK {
			return
		}
		base, _ := url.Parse(apitest.BaseURL + callbackAPIPath)
		// Browsers read backslashes as slashes, and drop tabs and line ends.
		read := strings.NewReplacer(`\`, "/", "\t", "", "\r", "", "\n", "").Replace(to)
		u, err := base.Parse(read)
		if err != nil || !allowed[u.Scheme+"://"+u.Host] || u.User != nil || strings.ContainsAny(to, "\r\n") {
			t.Errorf("%q leads to %v (%v)", to, u, err)
		}
	})
}
