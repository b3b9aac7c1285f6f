package main

import (
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit/idp"
)

// Single sign-on signs nobody in to a disabled account, whether the login is linked or
// the mailed token is used.
func TestSSODoesNotEnableAnAccount(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewWithSSO(t)
	d := newConsole(t, h)
	linked := idp.User{Subject: "linked", Email: "linked@example.com", EmailVerified: true}
	u := h.UserOf(h.StartSSO("", "").Login(provider, linked).Finish())
	d.ok("account", u.ID, "disable")
	h.StartSSO("", "").Login(provider, linked).Finish().Problem(401, "unauthorized")

	ada := h.Register("ada")
	h.StartSSO("", "").Login(provider, idp.User{Subject: "ada", Email: ada.Email, EmailVerified: true}).Finish().OK()
	token := h.MailedToken(ada.Email, "sso-verify")
	d.ok("account", ada.ID, "disable")
	confirm := apitest.Request{Method: "POST", Path: apitest.SSOPath + "/verify-email", Body: object{"token": token}}
	h.Send(confirm).Problem(401, "unauthorized")
	d.ok("account", ada.ID, "enable")
	h.Send(confirm).OK()
}
