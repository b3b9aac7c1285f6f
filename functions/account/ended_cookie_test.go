package account_test

import (
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/shared/config"
)

// The cookie of an ended session uses up nothing of its user, and the requests with it are
// limited all the same.
func TestAnEndedCookieDoesNotLockItsUserOut(t *testing.T) {
	const limit = 40
	for name, use := range map[string]func(h *apitest.Service, old *apitest.User) *apitest.Answer{
		"refresh": func(h *apitest.Service, old *apitest.User) *apitest.Answer {
			return refreshSession(h, old.RefreshCookie, nil)
		},
		"logout": func(h *apitest.Service, old *apitest.User) *apitest.Answer {
			return logout(h, old.RefreshCookie, "")
		}, "with bearer": func(h *apitest.Service, old *apitest.User) *apitest.Answer { return logout(h, nil, old.Token) },
	} {
		t.Run(name, func(t *testing.T) {
			h := apitest.New(t, func(c *config.Config) { c.Limits.PerCaller = limit })
			ada := h.Register("ada")
			current := h.UserOf(login(h, ada.Email, apitest.Password))
			logout(h, ada.RefreshCookie, "").OK()
			h.Probe.Reset()
			for range 3 * limit {
				use(h, ada)
			}
			calls := h.Probe.Snapshot().Calls
			if reads, writes := calls["BatchGetItem"], calls["DeleteItem"]; reads > limit || writes > limit {
				t.Errorf("%d reads and %d deletes, want at most %d", reads, writes, limit)
			}
			current.Get("/api/auth/me").OK()
			refreshSession(h, current.RefreshCookie, nil).OK()
		})
	}
}

// A logout is never refused: not over the limit of the user, and not over that of the
// session.
func TestLogoutIsNeverRefused(t *testing.T) {
	h := apitest.New(t, func(c *config.Config) { c.Limits.PerCaller = 10 })
	ada := h.Register("ada")
	for range 20 {
		ada.Get("/api/auth/me")
		refreshSession(h, ada.RefreshCookie, nil)
	}
	ada.Get("/api/auth/me").Problem(429, "rate_limited")
	logout(h, ada.RefreshCookie, ada.Token).OK()
	h.Clock.Advance(time.Minute)
	ada.Get("/api/auth/me").Problem(401, "unauthorized")
}
