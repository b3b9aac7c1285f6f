package pages_test

import (
	"testing"

	"stint/internal/apitest"
)

// A mailed token works again after the cookie of its session could not be made.
func TestCookiesAreMadeBeforeAMailedTokenIsUsed(t *testing.T) {
	t.Parallel()
	t.Run("an invitation", func(t *testing.T) {
		t.Parallel()
		apitest.WalkKeys(t, func(t *testing.T) (*apitest.Service, func() *apitest.Answer) {
			api := apitest.New(t)
			api.Register("ada").Invite("bob@example.com", "user")
			token := api.MailedToken("bob@example.com", "invitation")
			return api, func() *apitest.Answer {
				return sendForm(api, invitationPath, "token", token, "email", "bob@example.com", "displayName", "Bob",
					"password", apitest.Password)
			}
		})
	})
	t.Run("a sign-in at the provider", func(t *testing.T) {
		t.Parallel()
		apitest.WalkKeys(t, func(t *testing.T) (*apitest.Service, func() *apitest.Answer) {
			api, provider := apitest.NewWithSSO(t)
			api.StartSSO("", "").Login(provider, cleo).Finish().OK()
			token := api.MailedToken(cleo.Email, "sso-verify")
			return api, func() *apitest.Answer { return sendForm(api, ssoPath, "token", token) }
		})
	})
}
