package account_test

import (
	"fmt"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

func TestRegisterUnderFaults(t *testing.T) {
	apitest.FaultWalk{
		Options: []apitest.Option{withLimits(1000, 1000)},
		Prepare: func(h *apitest.Service) func() *apitest.Answer {
			return func() *apitest.Answer {
				return register(h, object{"email": "ada@example.com", "password": apitest.Password, "displayName": "Ada"})
			}
		},
		CheckRetry: func(h *apitest.Service, again *apitest.Answer) {
			if again.Status != 200 {
				again.Problem(409, "conflict")
			}
			h.UserOf(login(h, "ada@example.com", apitest.Password)).Get("/api/auth/me").OK()
		},
	}.Run(t)
}

func TestLoginUnderFaults(t *testing.T) {
	apitest.FaultWalk{
		Options: []apitest.Option{withLimits(1000, 1000)},
		Prepare: func(h *apitest.Service) func() *apitest.Answer {
			h.Register("ada")
			return func() *apitest.Answer { return login(h, "ada@example.com", apitest.Password) }
		},
		CheckRetry: func(h *apitest.Service, again *apitest.Answer) { h.UserOf(again).Get("/api/auth/me").OK() },
	}.Run(t)
}

// After any fault during a refresh or a switch of the workspace, the previous cookie
// still works and the session goes on.
func TestRefreshUnderFaults(t *testing.T) {
	for _, name := range []string{"rotate", "switch"} {
		t.Run(name, func(t *testing.T) {
			var ada *apitest.User
			body := object{}
			walk := apitest.FaultWalk{
				Prepare: func(h *apitest.Service) func() *apitest.Answer {
					ada = h.Register("ada")
					if name == "switch" {
						bob := h.Register("bob")
						addMember(t, ada, bob.WorkspaceID, "user", "2026-06-01T00:00:00Z")
						body["workspaceId"] = bob.WorkspaceID
					}
					h.Clock.Advance(time.Minute)
					return func() *apitest.Answer { return refreshSession(h, ada.RefreshCookie, body) }
				},
				State: func(h *apitest.Service) string {
					session := getItem(t, h, "USER#"+ada.ID, "SESSION#"+sessionID(t, h, ada))
					moved := session["wid"] == body["workspaceId"]
					noted := getItem(t, h, "USER#"+ada.ID, "PROFILE")["last_wid"] == body["workspaceId"]
					return fmt.Sprint("counter ", session["n"], " at ", session["rotated"], " moved ", moved, noted)
				},
				CheckRetry: func(h *apitest.Service, again *apitest.Answer) {
					again.OK()
					h.UserOf(refreshSession(h, refreshCookieOf(again), nil)).Get("/api/auth/me").OK()
				},
			}
			walk.Run(t)
		})
	}
}

// A new password, its epoch and the remaining session are written together or not at
// all.
func TestNewPasswordUnderFaults(t *testing.T) {
	var ada, other *apitest.User
	apitest.FaultWalk{
		Options: []apitest.Option{withLimits(1000, 0)},
		Prepare: func(h *apitest.Service) func() *apitest.Answer {
			ada = h.Register("ada")
			other = h.UserOf(login(h, ada.Email, apitest.Password))
			return func() *apitest.Answer {
				return ada.Patch(profile, object{"currentPassword": apitest.Password, "newPassword": newPassword})
			}
		},
		State: func(*apitest.Service) string {
			stays, ends := ada.Get("/api/auth/me").OK(), other.Get("/api/auth/me").Status
			return fmt.Sprint("version ", stays["version"], ", the other session ", ends)
		},
		CheckRetry: func(h *apitest.Service, again *apitest.Answer) {
			if again.Status != 200 {
				again.Invalid("currentPassword password_incorrect")
			}
			login(h, ada.Email, newPassword).OK()
			ada.Get("/api/auth/me").OK()
			other.Get("/api/auth/me").Problem(401, "unauthorized")
		},
	}.Run(t)
}

func TestResetUnderFaults(t *testing.T) {
	var ada *apitest.User
	apitest.FaultWalk{
		Prepare: func(h *apitest.Service) func() *apitest.Answer {
			ada = h.Register("ada")
			requestReset(h, ada.Email).OK()
			token := ada.MailedToken(ada.Email, "password-reset")
			return func() *apitest.Answer { return confirmReset(h, token, newPassword) }
		},
		State: func(h *apitest.Service) string {
			user := getItem(t, h, "USER#"+ada.ID, "PROFILE")
			return fmt.Sprint(apitest.ItemCounts(h), user["epoch"], user["key_epoch"], user["keys_void"], user["verified"])
		},
		CheckRetry: func(h *apitest.Service, again *apitest.Answer) {
			if again.Status != 200 {
				again.Invalid("token token_invalid")
			}
			login(h, ada.Email, newPassword).OK()
		},
	}.Run(t)
}

// When the database throttles a counter of attempts, the attempt is refused.
func TestThrottledCounterCountsAsFull(t *testing.T) {
	h := apitest.New(t, withLimits(5, 0))
	h.Register("ada")
	h.Probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.Throttled), Where: testkit.On("UpdateItem"),
		Times: testkit.Always})
	login(h, "ada@example.com", apitest.Password).Problem(429, "rate_limited")
}
