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
	for name, use := range map[string]func(api *apitest.Service, old *apitest.User) *apitest.Answer{
		"refresh": func(api *apitest.Service, old *apitest.User) *apitest.Answer {
			return refreshSession(api, old.RefreshCookie, nil)
		},
		"logout": func(api *apitest.Service, old *apitest.User) *apitest.Answer {
			return logout(api, old.RefreshCookie, "")
		},
		"with bearer": func(api *apitest.Service, old *apitest.User) *apitest.Answer {
			return logout(api, nil, old.Token)
		},
	} {
		t.Run(name, func(t *testing.T) {
			api := apitest.New(t, func(c *config.Config) { c.Limits.PerCaller = limit })
			owner := api.Register("ada")
			current := owner.SignInAgain()
			logout(api, owner.RefreshCookie, "").OK()
			api.Probe.Reset()
			for range 3 * limit {
				use(api, owner)
			}
			calls := api.Probe.Snapshot().Calls
			if reads, writes := calls["BatchGetItem"], calls["DeleteItem"]; reads > limit || writes > limit {
				t.Errorf("%d reads and %d deletes, want at most %d", reads, writes, limit)
			}
			current.Get("/api/auth/me").OK()
			refreshSession(api, current.RefreshCookie, nil).OK()
		})
	}
}

// A logout is never refused: not over the limit of the user, and not over that of the
// session.
func TestLogoutIsNeverRefused(t *testing.T) {
	api := apitest.New(t, func(c *config.Config) { c.Limits.PerCaller = 10 })
	owner := api.Register("ada")
	for range 20 {
		owner.Get("/api/auth/me")
		refreshSession(api, owner.RefreshCookie, nil)
	}
	owner.Get("/api/auth/me").Problem(429, "rate_limited")
	logout(api, owner.RefreshCookie, owner.Token).OK()
	api.Clock.Advance(time.Minute)
	owner.Get("/api/auth/me").Problem(401, "unauthorized")
}
