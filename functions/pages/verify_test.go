package pages_test

import (
	"testing"
	"time"

	"stint/functions/apitest"
)

const dead = "This link does not work any more"

func TestVerifyPage(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	token := ada.MailedToken(ada.Email, "verify-email")
	unchanged(t, h, func() {
		for range 3 { // mail scanners follow links
			shown := open(h, verifyPath, token).Page(200)
			says(t, shown, "Confirm your e-mail address", "a***@example.com", `action="/p/verify-email"`, `value="`+token+`"`, ">Confirm address</button>")
			lacks(t, shown, ada.Email)
		}
	})
	done := send(h, verifyPath, "token", token).Page(200)
	says(t, done, "Your address is confirmed")
	lacks(t, done, token, "<form")
	if ada.Get("/api/auth/me").OK()["email_verified"] != true {
		t.Error("the address is not verified")
	}
	says(t, send(h, verifyPath, "token", token).Page(422), dead, "If you have confirmed your address already, there is nothing to do.")
	says(t, open(h, verifyPath, token).Page(422), dead)
}

// A caller that keeps the token in the address is understood, too.
func TestVerifyByTokenInTheAddress(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	token := ada.MailedToken(ada.Email, "verify-email")
	send(h, verifyPath+"?token="+token, "token", "x").Page(422) // the form's word counts first
	send(h, verifyPath+"?token="+token).Page(200)
	if ada.Get("/api/auth/me").OK()["email_verified"] != true {
		t.Error("the address is not verified")
	}
}

func TestDeadLinks(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	ada.Invite(bobs, "")
	verify, invitation := ada.MailedToken(ada.Email, "verify-email"), ada.MailedToken(bobs, "invitation")
	reset := resetToken(ada)
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
		says(t, h.Send(apitest.Request{Method: "GET", Path: c.path}).Page(c.opened), dead)
		for _, token := range c.tokens {
			unchanged(t, h, func() {
				says(t, open(h, c.path, token).Page(c.opened), dead)
				says(t, send(h, c.path, "token", token, "email", bobs, "password", newPassword, "newPassword", newPassword, "displayName", "Bob").Page(422), dead)
			})
		}
	}
	h.Clock.Advance(14 * 24 * time.Hour)
	says(t, open(h, verifyPath, verify).Page(422), dead)
	says(t, open(h, resetPath, reset).Page(422), dead)
	says(t, open(h, invitationPath, invitation).Page(404), dead)
	says(t, send(h, verifyPath, "token", verify).Page(422), dead)
	says(t, send(h, resetPath, "token", reset, "newPassword", newPassword).Page(422), dead)
	says(t, send(h, invitationPath, "token", invitation, "email", bobs, "password", newPassword, "displayName", "Bob").Page(422), dead)
}
