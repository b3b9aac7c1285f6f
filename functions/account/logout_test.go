package account_test

import (
	"net/http"
	"testing"
	"time"

	"stint/internal/apitest"
)

func logout(api *apitest.Service, cookie *http.Cookie, bearer string) *apitest.Answer {
	return api.Send(apitest.Request{Method: "POST", Path: "/api/auth/logout", Cookies: cookies(cookie), Bearer: bearer})
}

func TestLogoutEndsTheSession(t *testing.T) {
	for name, by := range map[string]func(p *apitest.User) *apitest.Answer{
		"cookie":      func(p *apitest.User) *apitest.Answer { return logout(p.Service, p.RefreshCookie, "") },
		"bearer":      func(p *apitest.User) *apitest.Answer { return logout(p.Service, nil, p.Token) },
		"both":        func(p *apitest.User) *apitest.Answer { return logout(p.Service, p.RefreshCookie, p.Token) },
		"with a body": func(p *apitest.User) *apitest.Answer { return p.Post("/api/auth/logout", "{broken") },
	} {
		t.Run(name, func(t *testing.T) {
			api := apitest.New(t)
			owner := api.Register("ada")
			other := owner.SignInAgain()
			for range 2 { // the second time changes nothing
				answer := by(owner)
				if got := answer.OK()["status"]; got != "ok" {
					t.Errorf("status %v", got)
				}
				if got, want := answer.Header.Get("Set-Cookie"),
					"stint_refresh=; Path=/api/auth; Max-Age=0; HttpOnly; SameSite=Lax"; got != want {
					t.Errorf("cookie %q, want %q", got, want)
				}
			}
			owner.Get("/api/auth/me").Problem(401, "unauthorized")
			refreshSession(api, owner.RefreshCookie, nil).Problem(401, "unauthorized")
			other.Get("/api/auth/me").OK()
		})
	}
}

func TestLogoutEndsBothSessions(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	other := owner.SignInAgain()
	api.Probe.Reset()
	logout(api, owner.RefreshCookie, other.Token).OK()
	if calls := api.Probe.Snapshot().Calls; len(calls) != 1 || calls["TransactWriteItems"] != 1 {
		t.Errorf("calls %v, want one transaction", calls)
	}
	owner.Get("/api/auth/me").Problem(401, "unauthorized")
	other.Get("/api/auth/me").Problem(401, "unauthorized")
}

// A logout with invalid credentials succeeds.
func TestLogoutWithoutACredential(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	api.Clock.Advance(time.Hour)
	logout(api, nil, "").OK()
	logout(api, nil, owner.Token).OK() // expired
	logout(api, &http.Cookie{Name: "stint_refresh", Value: "x"}, "x").OK()
	refreshSession(api, owner.RefreshCookie, nil).OK()
}
