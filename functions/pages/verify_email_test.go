package pages_test

import (
	"testing"
	"time"

	"stint/internal/apitest"
)

const invalidLinkHeading = "This link does not work any more"

func TestVerifyPage(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	token := ada.MailedToken(ada.Email, "verify-email")
	wantUnchanged(t, h, func() {
		for range 3 { // mail scanners follow links
			shown := openPage(h, verifyPath, token).Page(200)
			wantTexts(t, shown, "Confirm your e-mail address", "a***@example.com", `action="/p/verify-email"`,
				`value="`+token+`"`, ">Confirm address</button>")
			wantNoTexts(t, shown, ada.Email)
		}
	})
	wantUnchanged(t, h, func() {
		wantTexts(t, sendForm(h, verifyPath, "token", token).Page(422), "Please fill in this field.")
		wrong := sendForm(h, verifyPath, "token", token, "password", newPassword).Page(422)
		wantTexts(t, wrong, "<title>Error: ", `aria-describedby="password-error"`, `value="`+token+`"`)
		wantNoTexts(t, wrong, newPassword)
	})
	done := sendForm(h, verifyPath, "token", token, "password", apitest.Password).Page(200)
	wantTexts(t, done, "Your address is confirmed")
	wantNoTexts(t, done, token, "<form", apitest.Password)
	if !isVerified(h, ada) {
		t.Error("the address is not verified")
	}
	wantTexts(t, sendForm(h, verifyPath, "token", token, "password", apitest.Password).Page(422), invalidLinkHeading,
		"If you have confirmed your address already, there is nothing to do.")
	wantTexts(t, openPage(h, verifyPath, token).Page(422), invalidLinkHeading)
}

// isVerified reports whether the address of a user is verified, by a new session.
func isVerified(h *apitest.Service, p *apitest.User) bool {
	return h.UserOf(login(h, p.Email, apitest.Password)).Get("/api/auth/me").OK()["email_verified"] == true
}

// The token can be in the address instead of the form.
func TestVerifyByTokenInTheQuery(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	token := ada.MailedToken(ada.Email, "verify-email")
	// the token of the form takes precedence
	sendForm(h, verifyPath+"?token="+token, "token", "x", "password", apitest.Password).Page(422)
	sendForm(h, verifyPath+"?token="+token, "password", apitest.Password).Page(200)
	if !isVerified(h, ada) {
		t.Error("the address is not verified")
	}
}

func TestInvalidLinks(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	ada.Invite(bobsEmail, "")
	verify, invitation := ada.MailedToken(ada.Email, "verify-email"), ada.MailedToken(bobsEmail, "invitation")
	reset := requestResetToken(ada)
	h.Clock.Advance(time.Second)
	for _, c := range []struct {
		path   string
		tokens []string
		opened int
	}{
		{verifyPath, []string{"", "x", reset, invitation, "%00", "%ff", "%zz"}, 422},
		{resetPath, []string{"", "x", verify, invitation, "%00", "%ff"}, 422},
		{invitationPath, []string{"", "x", verify, reset, "%00", "%ff"}, 404},
	} {
		wantTexts(t, h.Send(apitest.Request{Method: "GET", Path: c.path}).Page(c.opened), invalidLinkHeading)
		for _, token := range c.tokens {
			wantUnchanged(t, h, func() {
				wantTexts(t, openPage(h, c.path, token).Page(c.opened), invalidLinkHeading)
				wantTexts(t, sendForm(h, c.path, "token", token, "email", bobsEmail, "password", newPassword, "newPassword",
					newPassword, "displayName", "Bob").Page(422), invalidLinkHeading)
			})
		}
	}
	h.Clock.Advance(14 * 24 * time.Hour)
	wantTexts(t, openPage(h, verifyPath, verify).Page(422), invalidLinkHeading)
	wantTexts(t, openPage(h, resetPath, reset).Page(422), invalidLinkHeading)
	wantTexts(t, openPage(h, invitationPath, invitation).Page(404), invalidLinkHeading)
	wantTexts(t, sendForm(h, verifyPath, "token", verify).Page(422), invalidLinkHeading)
	wantTexts(t, sendForm(h, resetPath, "token", reset, "newPassword", newPassword).Page(422), invalidLinkHeading)
	wantTexts(t, sendForm(h, invitationPath, "token", invitation, "email", bobsEmail, "password", newPassword,
		"displayName", "Bob").Page(422), invalidLinkHeading)
}
