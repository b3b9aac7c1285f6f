package functions_test

import (
	"net/http"
	"testing"

	"stint/internal/apitest"
	"stint/shared/config"
	"stint/shared/route"
)

// readsCookie reports whether a route accepts the refresh cookie as its credential.
func readsCookie(spec route.Spec) bool {
	return spec.ID == "account.refresh" || spec.ID == "account.logout"
}

// Routes with the refresh cookie check the Origin header first. A foreign origin is
// refused; a request without one comes from a program. Sec-Fetch-Site, Referer and
// the media type change nothing, since every browser sends Origin with a POST to
// another site.
func TestCookieRoutesCheckTheOrigin(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *config.Config) { c.AllowedOrigins = []string{"https://app.example.com"} })
	origins := map[string]bool{
		"": true, apitest.BaseURL: true, "https://app.example.com": true,
		"null": false, "https://evil.example": false, "https://app.example.com.evil.example": false,
		"https://evil-app.example.com": false, "http://app.example.com": false, "https://app.example.com:8443": false,
	}
	eachRoute(t, readsCookie, func(t *testing.T, spec route.Spec) {
		for origin, fine := range origins {
			signed := w.owner.SignInAgain()
			for _, site := range []string{"", "same-origin", "same-site", "cross-site", "none"} {
				for _, media := range []string{"application/json", "text/plain", "application/x-www-form-urlencoded"} {
					header := map[string]string{"Content-Type": media, "Referer": apitest.BaseURL + "/p"}
					for name, value := range map[string]string{"Origin": origin, "Sec-Fetch-Site": site} {
						if value != "" {
							header[name] = value
						}
					}
					answer := w.Send(apitest.Request{Method: "POST", Path: spec.Path, Header: header,
						Cookies: []*http.Cookie{signed.RefreshCookie}, Body: ""})
					if !fine {
						answer.Denied("origin_not_allowed")
						continue
					}
					if answer.Status == 403 {
						t.Errorf("Origin %q, Sec-Fetch-Site %q: refused\n%s", origin, site, answer.Body)
					}
					signed = w.owner.SignInAgain() // the request used the cookie up
				}
			}
			signed.Get("/api/auth/me").OK() // refused requests did nothing
		}
	})
}

// Pages of allowed origins can read errors too.
func TestAllowedOriginsReadErrors(t *testing.T) {
	w := newWorld(t, func(c *config.Config) { c.AllowedOrigins = []string{"https://app.example.com"} })
	for origin, want := range map[string]string{"https://app.example.com": "https://app.example.com",
		"https://evil.example": ""} {
		for _, path := range []string{"/api/auth/me", "/api/nothing", "/api/projects/" + w.ids["projects"]} {
			answer := w.Send(apitest.Request{Method: "GET", Path: path, Header: map[string]string{"Origin": origin}})
			if got := answer.Header.Get("Access-Control-Allow-Origin"); got != want || answer.Header.Get("Vary") != "Origin" {
				t.Errorf("%s from %s: %d, Access-Control-Allow-Origin %q, Vary %q", path, origin, answer.Status, got,
					answer.Header.Get("Vary"))
			}
		}
	}
}
