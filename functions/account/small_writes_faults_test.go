package account_test

import (
	"fmt"
	"testing"

	"stint/internal/apitest"
)

// After any fault, the routes that change the caller's account have written everything
// or nothing, and a retry succeeds.
func TestSmallAccountWritesUnderFaults(t *testing.T) {
	const me = "/api/auth/me"
	writes := map[string]struct {
		prepare func(h *apitest.Service, ada *apitest.User) (request func() *apitest.Answer)
		again   int // a status that a retry may get besides 200; 0 for none
	}{
		"verify the address": {again: 422, prepare: func(h *apitest.Service, ada *apitest.User) func() *apitest.Answer {
			token := ada.MailedToken(ada.Email, "verify-email")
			return func() *apitest.Answer { return verifyAs(ada, token) }
		}},
		"send the mail again": {prepare: func(h *apitest.Service, ada *apitest.User) func() *apitest.Answer {
			return func() *apitest.Answer { return ada.Post("/api/auth/verify-email/resend", nil) }
		}},
		"ask for a reset": {prepare: func(h *apitest.Service, ada *apitest.User) func() *apitest.Answer {
			return func() *apitest.Answer { return requestReset(h, ada.Email) }
		}},
		"change the language": {prepare: func(_ *apitest.Service, ada *apitest.User) func() *apitest.Answer {
			return func() *apitest.Answer { return ada.Patch(me+"/preferences", object{"preferredLanguage": "de"}) }
		}},
		"switch mails off": {prepare: func(_ *apitest.Service, ada *apitest.User) func() *apitest.Answer {
			return func() *apitest.Answer { return ada.Do("PUT", notificationsPath, object{"timesheetDecided": false}) }
		}},
		"change the name": {prepare: func(_ *apitest.Service, ada *apitest.User) func() *apitest.Answer {
			return func() *apitest.Answer { return ada.Patch(profile, object{"displayName": "Lady Lovelace"}) }
		}},
		"set a first password": {again: 409, prepare: func(h *apitest.Service, ada *apitest.User) func() *apitest.Answer {
			setAttribute(t, h, "USER#"+ada.ID, "PROFILE", "pw", "")
			return func() *apitest.Answer { return ada.Post("/api/auth/password/set", object{"newPassword": newPassword}) }
		}},
		"unlink a login": {again: 404, prepare: func(h *apitest.Service, ada *apitest.User) func() *apitest.Answer {
			linkLogin(t, h, ada)
			return func() *apitest.Answer { return ada.Delete(unlinkPath) }
		}},
		"end another session": {prepare: func(h *apitest.Service, ada *apitest.User) func() *apitest.Answer {
			other := "/api/auth/sessions/" + sessionID(t, h, h.UserOf(login(h, ada.Email, apitest.Password)))
			return func() *apitest.Answer { return ada.Delete(other) }
		}, again: 404},
		"log out": {prepare: func(h *apitest.Service, ada *apitest.User) func() *apitest.Answer {
			other := h.UserOf(login(h, ada.Email, apitest.Password))
			return func() *apitest.Answer { return logout(h, other.RefreshCookie, "") }
		}},
	}
	for name, write := range writes {
		t.Run(name, func(t *testing.T) {
			var ada *apitest.User
			apitest.FaultWalk{
				Prepare: func(h *apitest.Service) func() *apitest.Answer {
					ada = h.Register("ada")
					return write.prepare(h, ada)
				},
				State: func(h *apitest.Service) string {
					now := ada.Get(me).OK()
					return fmt.Sprint(apitest.ItemCounts(h), now["version"], now["email_verified"], now["display_name"],
						now["preferred_language"], now["has_password"], len(now["external_logins"].([]any)),
						len(ada.Get("/api/auth/sessions").Items()))
				},
				CheckRetry: func(_ *apitest.Service, again *apitest.Answer) {
					if again.Status != 200 && again.Status != write.again {
						t.Errorf("the retry: %d\n%s", again.Status, again.Body)
					}
				},
			}.Run(t)
		})
	}
}
