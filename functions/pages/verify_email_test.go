package pages_test

import (
	"testing"
	"time"

	"stint/internal/apitest"
)

const invalidLinkHeading = "This link does not work any more"

func TestVerifyPage(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	token := owner.MailedToken(owner.Email, "verify-email")
	wantUnchanged(t, api, func() {
		for range 3 { // mail scanners follow links
			shown := openPage(api, verifyPath, token).Page(200)
			wantTexts(t, shown, "Confirm your e-mail address", "a***@example.com", `action="/p/verify-email"`,
				`value="`+token+`"`, ">Confirm address</button>")
			wantNoTexts(t, shown, owner.Email)
		}
	})
	wantUnchanged(t, api, func() {
		wantTexts(t, sendForm(api, verifyPath, "token", token).Page(422), "Please fill in this field.")
		wrong := sendForm(api, verifyPath, "token", token, "password", newPassword).Page(422)
		wantTexts(t, wrong, "<title>Error: ", `aria-describedby="password-error"`, `value="`+token+`"`)
		wantNoTexts(t, wrong, newPassword)
	})
	done := sendForm(api, verifyPath, "token", token, "password", apitest.Password).Page(200)
	wantTexts(t, done, "Your address is confirmed")
	wantNoTexts(t, done, token, "<form", apitest.Password)
	if !isVerified(api, owner) {
		t.Error("the address is not verified")
	}
	wantTexts(t, sendForm(api, verifyPath, "token", token, "password", apitest.Password).Page(422), invalidLinkHeading,
		"If you have confirmed your address already, there is nothing to do.")
	wantTexts(t, openPage(api, verifyPath, token).Page(422), invalidLinkHeading)
}

// isVerified reports whether the address of a user is verified, by a new session.
func isVerified(api *apitest.Service, p *apitest.User) bool {
	return p.SignInAgain().Get("/api/auth/me").OK()["email_verified"] == true
}

// The token can be in the address instead of the form.
func TestVerifyByTokenInTheQuery(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	token := owner.MailedToken(owner.Email, "verify-email")
	// the token of the form takes precedence
	sendForm(api, verifyPath+"?token="+token, "token", "x", "password", apitest.Password).Page(422)
	sendForm(api, verifyPath+"?token="+token, "password", apitest.Password).Page(200)
	if !isVerified(api, owner) {
		t.Error("the address is not verified")
	}
}

func TestInvalidLinks(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	owner.Invite(bobsEmail, "")
	verify, invitation := owner.MailedToken(owner.Email, "verify-email"), owner.MailedToken(bobsEmail, "invitation")
	reset := requestResetToken(owner)
	api.Clock.Advance(time.Second)
	for _, c := range []struct {
		path   string
		tokens []string
		opened int
	}{
		{verifyPath, []string{"", "x", reset, invitation, "%00", "%ff", "%zz"}, 422},
		{resetPath, []string{"", "x", verify, invitation, "%00", "%ff"}, 422},
		{invitationPath, []string{"", "x", verify, reset, "%00", "%ff"}, 404},
	} {
		wantTexts(t, api.Send(apitest.Request{Method: "GET", Path: c.path}).Page(c.opened), invalidLinkHeading)
		for _, token := range c.tokens {
			wantUnchanged(t, api, func() {
				wantTexts(t, openPage(api, c.path, token).Page(c.opened), invalidLinkHeading)
				wantTexts(t, sendForm(api, c.path, "token", token, "email", bobsEmail, "password", newPassword, "newPassword",
					newPassword, "displayName", "Bob").Page(422), invalidLinkHeading)
			})
		}
	}
	api.Clock.Advance(14 * 24 * time.Hour)
	wantTexts(t, openPage(api, verifyPath, verify).Page(422), invalidLinkHeading)
	wantTexts(t, openPage(api, resetPath, reset).Page(422), invalidLinkHeading)
	wantTexts(t, openPage(api, invitationPath, invitation).Page(404), invalidLinkHeading)
	wantTexts(t, sendForm(api, verifyPath, "token", verify).Page(422), invalidLinkHeading)
	wantTexts(t, sendForm(api, resetPath, "token", reset, "newPassword", newPassword).Page(422), invalidLinkHeading)
	wantTexts(t, sendForm(api, invitationPath, "token", invitation, "email", bobsEmail, "password", newPassword,
		"displayName", "Bob").Page(422), invalidLinkHeading)
}
