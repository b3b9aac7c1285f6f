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
func signInStale(h *apitest.Service, provider *idp.StandIn) *apitest.User {
	p := h.UserOf(h.StartSSO("", "").Login(provider, ada).Finish())
	h.Clock.Advance(time.Hour)
	return h.UserOf(h.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh",
		Cookies: []*http.Cookie{p.RefreshCookie}}))
}

func TestReauthenticationAtTheProvider(t *testing.T) {
	h, provider := apitest.NewWithSSO(t)
	p := signInStale(h, provider)
	setPassword(p).Denied("reauthentication_required")
	flow := h.StartSSO(p.Token, reauthenticates)
	address, err := url.Parse(flow.AuthorizationURL)
	if err != nil || address.Query().Get("prompt") != "login" || address.Query().Get("max_age") != "0" {
		t.Errorf("the provider is not asked for a new sign-in: %s", flow.AuthorizationURL)
	}
	answer := flow.Login(provider, ada).Finish()
	if answer.OK()["user"].(object)["id"] != p.ID || refreshCookie(answer) != nil {
		t.Errorf("answer %s", answer.Body)
	}
	setPassword(p).OK() // in the session that started the flow
	if n := countLogins(p); n != 1 {
		t.Errorf("%d logins", n)
	}
}

func TestReauthenticationOfABrowserReturns(t *testing.T) {
	h, provider := apitest.NewWithSSO(t)
	p := signInStale(h, provider)
	answer := h.StartSSO(p.Token, reauthenticates+"&return_to=/account").Login(provider, ada).FinishInBrowser()
	if answer.Status != 302 || answer.Header.Get("Location") != "/account" {
		t.Errorf("%d to %q", answer.Status, answer.Header.Get("Location"))
	}
	setPassword(p).OK()
}

func TestReauthenticationIsRefused(t *testing.T) {
	h, provider := apitest.NewWithSSO(t)
	h.Send(apitest.Request{Method: "GET", Path: startPath + reauthenticates}).Problem(401, "unauthorized")
	eve := h.Register("eve")
	eve.Get(startPath+reauthenticates).Problem(409, "conflict") // she has no login at the provider
	eve.Get(startPath + "?reauthenticate=maybe").Invalid("reauthenticate type_invalid")

	p := signInStale(h, provider)
	other := idp.User{Subject: "bob-1", Email: "bob@example.com", Name: "Bob", EmailVerified: true}
	h.StartSSO(p.Token, reauthenticates).Login(provider, other).Finish().Problem(400, "external_oauth_error")
	provider.SetFaults(idp.Faults{
		Claims: func(claims map[string]any) { claims["auth_time"] = h.Clock.Now().Add(-5 * time.Minute).Unix() }})
	h.StartSSO(p.Token, reauthenticates).Login(provider, ada).Finish().Problem(400, "external_oauth_error")
	provider.SetFaults(idp.Faults{Claims: func(claims map[string]any) { claims["auth_time"] = "yesterday" }})
	h.StartSSO(p.Token, reauthenticates).Login(provider, ada).Finish().Problem(400, "external_oauth_error")
	setPassword(p).Denied("reauthentication_required")
	if n := countAccounts(h); n != 2 {
		t.Errorf("%d accounts, want 2", n)
	}

	provider.SetFaults(idp.Faults{Claims: func(claims map[string]any) { claims["auth_time"] = h.Clock.Now().Unix() }})
	h.StartSSO(p.Token, reauthenticates).Login(provider, ada).Finish().OK()
	setPassword(p).OK()
}

func TestReauthenticationEndsWithItsSession(t *testing.T) {
	h, provider := apitest.NewWithSSO(t)
	p := signInStale(h, provider)
	flow := h.StartSSO(p.Token, reauthenticates).Login(provider, ada)
	p.Post("/api/auth/logout", nil).OK()
	flow.Finish().Problem(400, "pkce_state_not_found")
}

func TestLinkingALoginNeedsAFreshSession(t *testing.T) {
	h, provider := apitest.NewWithSSO(t)
	p := h.Register("ada")
	h.Clock.Advance(time.Hour)
	p = h.UserOf(h.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh",
		Cookies: []*http.Cookie{p.RefreshCookie}}))
	p.Get(startPath).Denied("reauthentication_required")
	p.Reauthenticate()
	h.StartSSO(p.Token, "").Login(provider, ada).Finish().OK()
	if n := countLogins(p); n != 1 {
		t.Errorf("%d logins", n)
	}
	if strings.Contains(h.Logs.String(), ada.Subject) {
		t.Error("the subject is in the log")
	}
}
