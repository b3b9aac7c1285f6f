package sso_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit/idp"
)

const reauthenticates = "?reauthenticate=true"

// setPassword sets a first password, which needs a fresh session.
func setPassword(p *apitest.User) *apitest.Answer {
	return p.Post("/api/auth/password/set", object{"newPassword": apitest.Password})
}

// signInStale signs a user in and waits until the session is no longer fresh.
func signInStale(api *apitest.Service, provider *idp.StandIn) *apitest.User {
	p := api.UserOf(api.StartSSO("", "").Login(provider, proven).Finish())
	api.Clock.Advance(time.Hour)
	return api.UserOf(api.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh",
		Cookies: []*http.Cookie{p.RefreshCookie}}))
}

func TestReauthenticationAtTheProvider(t *testing.T) {
	api, provider := apitest.NewWithSSO(t)
	p := signInStale(api, provider)
	setPassword(p).Denied("reauthentication_required")
	flow := api.StartSSO(p.Token, reauthenticates)
	address, err := url.Parse(flow.AuthorizationURL)
	if err != nil || address.Query().Get("prompt") != "login" || address.Query().Get("max_age") != "0" {
		t.Errorf("the provider is not asked for a new sign-in: %s", flow.AuthorizationURL)
	}
	answer := flow.Login(provider, proven).Finish()
	if answer.OK()["user"].(object)["id"] != p.ID || refreshCookie(answer) != nil {
		t.Errorf("answer %s", answer.Body)
	}
	setPassword(p).OK() // in the session that started the flow
	if n := countLogins(p); n != 1 {
		t.Errorf("%d logins", n)
	}
}

func TestReauthenticationOfABrowserReturns(t *testing.T) {
	api, provider := apitest.NewWithSSO(t)
	p := signInStale(api, provider)
	answer := api.StartSSO(p.Token, reauthenticates+"&return_to=/account").Login(provider, proven).FinishInBrowser()
	if answer.Status != 302 || answer.Header.Get("Location") != "/account" {
		t.Errorf("%d to %q", answer.Status, answer.Header.Get("Location"))
	}
	setPassword(p).OK()
}

func TestReauthenticationIsRefused(t *testing.T) {
	api, provider := apitest.NewWithSSO(t)
	api.Send(apitest.Request{Method: "GET", Path: startPath + reauthenticates}).Problem(401, "unauthorized")
	owner := api.Register("eve")
	owner.Get(startPath+reauthenticates).Problem(409, "conflict") // she has no login at the provider
	owner.Get(startPath + "?reauthenticate=maybe").Invalid("reauthenticate type_invalid")

	p := signInStale(api, provider)
	other := idp.User{Subject: "bob-1", Email: "bob@example.com", Name: "Bob", EmailVerified: true}
	api.StartSSO(p.Token, reauthenticates).Login(provider, other).Finish().Problem(400, "external_oauth_error")
	provider.SetFaults(idp.Faults{
		Claims: func(claims map[string]any) { claims["auth_time"] = api.Clock.Now().Add(-5 * time.Minute).Unix() }})
	api.StartSSO(p.Token, reauthenticates).Login(provider, proven).Finish().Problem(400, "external_oauth_error")
	provider.SetFaults(idp.Faults{Claims: func(claims map[string]any) { claims["auth_time"] = "yesterday" }})
	api.StartSSO(p.Token, reauthenticates).Login(provider, proven).Finish().Problem(400, "external_oauth_error")
	setPassword(p).Denied("reauthentication_required")
	if n := countAccounts(api); n != 2 {
		t.Errorf("%d accounts, want 2", n)
	}

	provider.SetFaults(idp.Faults{Claims: func(claims map[string]any) { claims["auth_time"] = api.Clock.Now().Unix() }})
	api.StartSSO(p.Token, reauthenticates).Login(provider, proven).Finish().OK()
	setPassword(p).OK()
}

func TestReauthenticationEndsWithItsSession(t *testing.T) {
	api, provider := apitest.NewWithSSO(t)
	p := signInStale(api, provider)
	flow := api.StartSSO(p.Token, reauthenticates).Login(provider, proven)
	p.Post("/api/auth/logout", nil).OK()
	flow.Finish().Problem(400, "pkce_state_not_found")
}

func TestLinkingALoginNeedsAFreshSession(t *testing.T) {
	api, provider := apitest.NewWithSSO(t)
	p := api.Register("ada")
	api.Clock.Advance(time.Hour)
	p = api.UserOf(api.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh",
		Cookies: []*http.Cookie{p.RefreshCookie}}))
	p.Get(startPath).Denied("reauthentication_required")
	p.Reauthenticate()
	api.StartSSO(p.Token, "").Login(provider, proven).Finish().OK()
	if n := countLogins(p); n != 1 {
		t.Errorf("%d logins", n)
	}
	if strings.Contains(api.Logs.String(), proven.Subject) {
		t.Error("the subject is in the log")
	}
}
