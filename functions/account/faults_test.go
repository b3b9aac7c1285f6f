package account_test

import (
	"fmt"
	"testing"
	"time"

	"stint/functions/apitest"
	"stint/shared/testkit"
)

func TestRegisterUnderFaults(t *testing.T) {
	apitest.FaultWalk{
		Options: []apitest.Option{limited(1000, 1000)},
		Prepare: func(h *apitest.House) func() *apitest.Answer {
			return func() *apitest.Answer {
				return register(h, object{"email": "ada@example.com", "password": apitest.Password, "displayName": "Ada"})
			}
		},
		Again: func(h *apitest.House, again *apitest.Answer) {
			if again.Status != 200 {
				again.Problem(409, "conflict")
			}
			h.Signed(login(h, "ada@example.com", apitest.Password)).Get("/api/auth/me").OK()
		},
	}.Run(t)
}

func TestLoginUnderFaults(t *testing.T) {
	apitest.FaultWalk{
		Options: []apitest.Option{limited(1000, 1000)},
		Prepare: func(h *apitest.House) func() *apitest.Answer {
			h.Register("ada")
			return func() *apitest.Answer { return login(h, "ada@example.com", apitest.Password) }
		},
		Again: func(h *apitest.House, again *apitest.Answer) { h.Signed(again).Get("/api/auth/me").OK() },
	}.Run(t)
}

// Whatever breaks during a refresh or a switch, the cookie of before is good
// for another try, and nobody is logged out.
func TestRefreshUnderFaults(t *testing.T) {
	for _, name := range []string{"rotate", "switch"} {
		t.Run(name, func(t *testing.T) {
			var ada *apitest.Person
			body := object{}
			walk := apitest.FaultWalk{
				Prepare: func(h *apitest.House) func() *apitest.Answer {
					ada = h.Register("ada")
					if name == "switch" {
						bob := h.Register("bob")
						join(t, ada, bob.WorkspaceID, "user", "2026-06-01T00:00:00Z")
						body["workspaceId"] = bob.WorkspaceID
					}
					h.Clock.Advance(time.Minute)
					return func() *apitest.Answer { return renew(h, ada.Cookie, body) }
				},
				State: func(h *apitest.House) string {
					session := get(t, h, "USER#"+ada.ID, "SESSION#"+sessionID(h, ada))
					moved := session["wid"] == body["workspaceId"]
					noted := get(t, h, "USER#"+ada.ID, "PROFILE")["last_wid"] == body["workspaceId"]
					return fmt.Sprint("counter ", session["n"], " at ", session["rotated"], " moved ", moved, noted)
				},
				Again: func(h *apitest.House, again *apitest.Answer) {
					again.OK()
					h.Signed(renew(h, setCookie(again), nil)).Get("/api/auth/me").OK()
				},
			}
			walk.Run(t)
		})
	}
}

// A new password is there with its epoch and the session that stays, or it is
// not there at all.
func TestNewPasswordUnderFaults(t *testing.T) {
	var ada, other *apitest.Person
	apitest.FaultWalk{
		Options: []apitest.Option{limited(1000, 0)},
		Prepare: func(h *apitest.House) func() *apitest.Answer {
			ada = h.Register("ada")
			other = h.Signed(login(h, ada.Email, apitest.Password))
			return func() *apitest.Answer {
				return ada.Patch(profile, object{"currentPassword": apitest.Password, "newPassword": newPassword})
			}
		},
		State: func(*apitest.House) string {
			stays, ends := ada.Get("/api/auth/me").OK(), other.Get("/api/auth/me").Status
			return fmt.Sprint("version ", stays["version"], ", the other session ", ends)
		},
		Again: func(h *apitest.House, again *apitest.Answer) {
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
	var ada *apitest.Person
	apitest.FaultWalk{
		Prepare: func(h *apitest.House) func() *apitest.Answer {
			ada = h.Register("ada")
			requestReset(h, ada.Email).OK()
			token := ada.MailedToken(ada.Email, "password-reset")
			return func() *apitest.Answer { return confirmReset(h, token, newPassword) }
		},
		State: func(h *apitest.House) string {
			return fmt.Sprint(apitest.Shape(h), get(t, h, "USER#"+ada.ID, "PROFILE")["epoch"])
		},
		Again: func(h *apitest.House, again *apitest.Answer) {
			if again.Status != 200 {
				again.Invalid("token token_invalid")
			}
			login(h, ada.Email, newPassword).OK()
		},
	}.Run(t)
}

// A throttled counter keeps people out rather than lets anybody in.
func TestThrottledCounterIsFull(t *testing.T) {
	h := apitest.New(t, limited(5, 0))
	h.Register("ada")
	h.Probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.Throttled), Where: testkit.On("UpdateItem"), Times: testkit.Always})
	login(h, "ada@example.com", apitest.Password).Problem(429, "rate_limited")
}
