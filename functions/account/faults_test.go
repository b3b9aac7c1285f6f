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
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			return func() *apitest.Answer {
				return register(api, object{"email": "ada@example.com", "password": apitest.Password, "displayName": "Ada"})
			}
		},
		CheckRetry: func(api *apitest.Service, again *apitest.Answer) {
			if again.Status != 200 {
				again.Problem(409, "conflict")
			}
			api.UserOf(login(api, "ada@example.com", apitest.Password)).Get("/api/auth/me").OK()
		},
	}.Run(t)
}

func TestLoginUnderFaults(t *testing.T) {
	apitest.FaultWalk{
		Options: []apitest.Option{withLimits(1000, 1000)},
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			api.Register("ada")
			return func() *apitest.Answer { return login(api, "ada@example.com", apitest.Password) }
		},
		CheckRetry: func(api *apitest.Service, again *apitest.Answer) { api.UserOf(again).Get("/api/auth/me").OK() },
	}.Run(t)
}

// After any fault during a refresh or a switch of the workspace, the previous cookie
// still works and the session goes on.
func TestRefreshUnderFaults(t *testing.T) {
	for _, name := range []string{"rotate", "switch"} {
		t.Run(name, func(t *testing.T) {
			var owner *apitest.User
			body := object{}
			walk := apitest.FaultWalk{
				Prepare: func(api *apitest.Service) func() *apitest.Answer {
					owner = api.Register("ada")
					if name == "switch" {
						firstOwner := api.Register("bob")
						addMember(t, owner, firstOwner.WorkspaceID, "user", "2026-06-01T00:00:00Z")
						body["workspaceId"] = firstOwner.WorkspaceID
					}
					api.Clock.Advance(time.Minute)
					return func() *apitest.Answer { return refreshSession(api, owner.RefreshCookie, body) }
				},
				State: func(api *apitest.Service) string {
					session := getItem(t, api, "USER#"+owner.ID, "SESSION#"+sessionID(t, api, owner))
					moved := session["wid"] == body["workspaceId"]
					noted := getItem(t, api, "USER#"+owner.ID, "PROFILE")["last_wid"] == body["workspaceId"]
					return fmt.Sprint("counter ", session["n"], " at ", session["rotated"], " moved ", moved, noted)
				},
				CheckRetry: func(api *apitest.Service, again *apitest.Answer) {
					again.OK()
					api.UserOf(refreshSession(api, refreshCookieOf(again), nil)).Get("/api/auth/me").OK()
				},
			}
			walk.Run(t)
		})
	}
}

// A new password, its epoch and the remaining session are written together or not at
// all.
func TestNewPasswordUnderFaults(t *testing.T) {
	var owner, other *apitest.User
	apitest.FaultWalk{
		Options: []apitest.Option{withLimits(1000, 0)},
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner = api.Register("ada")
			other = owner.SignInAgain()
			return func() *apitest.Answer {
				return owner.Patch(profile, object{"currentPassword": apitest.Password, "newPassword": newPassword})
			}
		},
		State: func(*apitest.Service) string {
			stays, ends := owner.Get("/api/auth/me").OK(), other.Get("/api/auth/me").Status
			return fmt.Sprint("version ", stays["version"], ", the other session ", ends)
		},
		CheckRetry: func(api *apitest.Service, again *apitest.Answer) {
			if again.Status != 200 {
				again.Invalid("currentPassword password_incorrect")
			}
			login(api, owner.Email, newPassword).OK()
			owner.Get("/api/auth/me").OK()
			other.Get("/api/auth/me").Problem(401, "unauthorized")
		},
	}.Run(t)
}

func TestResetUnderFaults(t *testing.T) {
	var owner *apitest.User
	apitest.FaultWalk{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner = api.Register("ada")
			requestReset(api, owner.Email).OK()
			token := owner.MailedToken(owner.Email, "password-reset")
			return func() *apitest.Answer { return confirmReset(api, token, newPassword) }
		},
		CheckRetry: func(api *apitest.Service, again *apitest.Answer) {
			if again.Status != 200 {
				again.Invalid("token token_invalid")
			}
			login(api, owner.Email, newPassword).OK()
		},
	}.Run(t)
}

// When the database throttles a counter of attempts, the attempt is refused.
func TestThrottledCounterCountsAsFull(t *testing.T) {
	api := apitest.New(t, withLimits(5, 0))
	api.Register("ada")
	api.Probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.Throttled), Where: testkit.On("UpdateItem"),
		Times: testkit.Always})
	login(api, "ada@example.com", apitest.Password).Problem(429, "rate_limited")
}
