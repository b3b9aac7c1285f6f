package sso_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/shared/config"
)

func TestProviders(t *testing.T) {
	t.Parallel()
	configured, _ := apitest.NewWithSSO(t)
	for want, api := range map[bool]*apitest.Service{true: configured, false: apitest.New(t)} {
		providers := api.Send(apitest.Request{Method: "GET", Path: "/api/auth/providers"}).Items()
		at := slices.IndexFunc(providers, func(p map[string]any) bool { return p["id"] == "external" })
		if at < 0 || providers[at]["enabled"] != want || providers[at]["kind"] != "oidc" {
			t.Errorf("providers %v, want external enabled %t", providers, want)
		}
	}
}

func TestRoutesWithoutProvider(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	for _, path := range []string{startPath, startPath + "?return_to=//evil", callbackAPIPath + "?code=a&state=b",
		verifyPath + "?token=x"} {
		api.Send(apitest.Request{Method: "GET", Path: path}).Problem(404, "not_found")
	}
	for _, body := range []any{object{"token": "x"}, "{broken", nil} {
		api.Send(apitest.Request{Method: "POST", Path: verifyPath, Body: body}).Problem(404, "not_found")
	}
}

func TestStart(t *testing.T) {
	t.Parallel()
	api, _ := apitest.NewWithSSO(t)
	answer := api.Send(apitest.Request{Method: "GET", Path: startPath})
	got := answer.OK()
	address, err := url.Parse(got["authorization_url"].(string))
	if err != nil || got["expires_in"] != 600.0 || address.Query().Get("state") != got["state"] {
		t.Errorf("answer %v", got)
	}
	if want := apitest.BaseURL + callbackAPIPath; address.Query().Get("redirect_uri") != want {
		t.Errorf("redirect address %q, want %q", address.Query().Get("redirect_uri"), want)
	}
	cookie := answer.Cookies()[0]
	if cookie.Name != "stint_oauth" || !cookie.HttpOnly || cookie.Secure || cookie.SameSite != http.SameSiteLaxMode ||
		cookie.Path != "/api/auth" || cookie.MaxAge != 600 {
		t.Errorf("cookie %v", cookie)
	}
	browser := api.Send(apitest.Request{Method: "GET", Path: startPath, Header: map[string]string{"Accept": "text/html"}})
	if to := browser.Header.Get("Location"); browser.Status != 302 ||
		!strings.HasPrefix(to, address.Scheme+"://"+address.Host+"/authorize?") {
		t.Errorf("a browser gets %d to %q", browser.Status, to)
	}
}

// Outside of localhost, the cookie is sent over https only, and under the path of the
// service.
func TestCookieOfADeployedService(t *testing.T) {
	t.Parallel()
	api, _ := apitest.NewWithSSO(t, func(c *config.Config) { c.PublicURL = "https://api.example.com/live" })
	cookie := api.Send(apitest.Request{Method: "GET", Path: startPath}).Cookies()[0]
	if !cookie.Secure || cookie.Path != "/live/api/auth" {
		t.Errorf("cookie %v", cookie)
	}
}
