package account_test

import (
	"testing"

	"stint/internal/apitest"
)

// After any fault, the routes that change the caller's account have written everything
// or nothing, and a retry succeeds.
func TestSmallAccountWritesUnderFaults(t *testing.T) {
	const me = "/api/auth/me"
	writes := map[string]struct {
		prepare func(api *apitest.Service, owner *apitest.User) (request func() *apitest.Answer)
		again   int // a status that a retry may get besides 200; 0 for none
	}{
		"verify the address": {again: 422, prepare: func(api *apitest.Service, owner *apitest.User) func() *apitest.Answer {
			token := owner.MailedToken(owner.Email, "verify-email")
			return func() *apitest.Answer { return verifyAs(owner, token) }
		}},
		"send the mail again": {prepare: func(api *apitest.Service, owner *apitest.User) func() *apitest.Answer {
			return func() *apitest.Answer { return owner.Post("/api/auth/verify-email/resend", nil) }
		}},
		"ask for a reset": {prepare: func(api *apitest.Service, owner *apitest.User) func() *apitest.Answer {
			return func() *apitest.Answer { return requestReset(api, owner.Email) }
		}},
		"change the language": {prepare: func(_ *apitest.Service, owner *apitest.User) func() *apitest.Answer {
			return func() *apitest.Answer { return owner.Patch(me+"/preferences", object{"preferredLanguage": "de"}) }
		}},
		"switch mails off": {prepare: func(_ *apitest.Service, owner *apitest.User) func() *apitest.Answer {
			return func() *apitest.Answer { return owner.Do("PUT", notificationsPath, object{"timesheetDecided": false}) }
		}},
		"change the name": {prepare: func(_ *apitest.Service, owner *apitest.User) func() *apitest.Answer {
			return func() *apitest.Answer { return owner.Patch(profile, object{"displayName": "Lady Lovelace"}) }
		}},
		"set a first password": {again: 409, prepare: func(api *apitest.Service, owner *apitest.User) func() *apitest.Answer {
			setAttribute(t, api, "USER#"+owner.ID, "PROFILE", "pw", "")
			return func() *apitest.Answer {
				return owner.Post("/api/auth/password/set", object{"newPassword": newPassword})
			}
		}},
		"unlink a login": {again: 404, prepare: func(api *apitest.Service, owner *apitest.User) func() *apitest.Answer {
			linkLogin(t, api, owner)
			return func() *apitest.Answer { return owner.Delete(unlinkPath) }
		}},
		"end another session": {prepare: func(api *apitest.Service, owner *apitest.User) func() *apitest.Answer {
			other := "/api/auth/sessions/" + sessionID(t, api, owner.SignInAgain())
			return func() *apitest.Answer { return owner.Delete(other) }
		},
			again: 404},
		"log out": {prepare: func(api *apitest.Service, owner *apitest.User) func() *apitest.Answer {
			other := owner.SignInAgain()
			return func() *apitest.Answer { return logout(api, other.RefreshCookie, "") }
		}},
	}
	for name, write := range writes {
		t.Run(name, func(t *testing.T) {
			var owner *apitest.User
			apitest.FaultWalk{
				Prepare: func(api *apitest.Service) func() *apitest.Answer {
					owner = api.Register("ada")
					return write.prepare(api, owner)
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
