package account_test

import (
	"net/http"
	"testing"
	"time"

	"stint/internal/apitest"
)

func logout(h *apitest.Service, cookie *http.Cookie, bearer string) *apitest.Answer {
	return h.Send(apitest.Request{Method: "POST", Path: "/api/auth/logout", Cookies: cookies(cookie), Bearer: bearer})
}

func TestLogoutEndsTheSession(t *testing.T) {
	for name, by := range map[string]func(p *apitest.User) *apitest.Answer{
		"cookie":      func(p *apitest.User) *apitest.Answer { return logout(p.Service, p.RefreshCookie, "") },
		"bearer":      func(p *apitest.User) *apitest.Answer { return logout(p.Service, nil, p.Token) },
		"both":        func(p *apitest.User) *apitest.Answer { return logout(p.Service, p.RefreshCookie, p.Token) },
		"with a body": func(p *apitest.User) *apitest.Answer { return p.Post("/api/auth/logout", "{broken") },
	} {
		t.Run(name, func(t *testing.T) {
			h := apitest.New(t)
			ada := h.Register("ada")
			other := h.UserOf(login(h, ada.Email, apitest.Password))
			for range 2 { // the second time changes nothing
				answer := by(ada)
				if got := answer.OK()["status"]; got != "ok" {
					t.Errorf("status %v", got)
				}
				if got, want := answer.Header.Get("Set-Cookie"),
					"stint_refresh=; Path=/api/auth; Max-Age=0; HttpOnly; SameSite=Lax"; got != want {
					t.Errorf("cookie %q, want %q", got, want)
				}
			}
			ada.Get("/api/auth/me").Problem(401, "unauthorized")
			refreshSession(h, ada.RefreshCookie, nil).Problem(401, "unauthorized")
			other.Get("/api/auth/me").OK()
		})
	}
}

func TestLogoutEndsBothSessions(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")
	other := h.UserOf(login(h, ada.Email, apitest.Password))
	h.Probe.Reset()
	logout(h, ada.RefreshCookie, other.Token).OK()
	if calls := h.Probe.Snapshot().Calls; len(calls) != 1 || calls["TransactWriteItems"] != 1 {
		t.Errorf("calls %v, want one transaction", calls)
	}
	ada.Get("/api/auth/me").Problem(401, "unauthorized")
	other.Get("/api/auth/me").Problem(401, "unauthorized")
}

// A logout with invalid credentials succeeds.
func TestLogoutWithoutACredential(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")
	h.Clock.Advance(time.Hour)
	logout(h, nil, "").OK()
	logout(h, nil, ada.Token).OK() // expired
	logout(h, &http.Cookie{Name: "stint_refresh", Value: "x"}, "x").OK()
	refreshSession(h, ada.RefreshCookie, nil).OK()
}
