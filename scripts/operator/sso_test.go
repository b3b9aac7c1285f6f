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
	api, provider := apitest.NewWithSSO(t)
	d := newConsole(t, api)
	linked := idp.User{Subject: "linked", Email: "linked@example.com", EmailVerified: true}
	u := api.UserOf(api.StartSSO("", "").Login(provider, linked).Finish())
	d.ok("account", u.ID, "disable")
	api.StartSSO("", "").Login(provider, linked).Finish().Problem(401, "unauthorized")
	pages := api.StartSSO("", "?return_to=/oauth/device").Login(provider, linked).FinishInBrowser()
	if got := pages.Header.Get("Location"); got != "/oauth/device?sign_in_error=unauthorized" || len(pages.Cookies()) > 0 {
		t.Errorf("the pages for apps: to %q with %v", got, pages.Cookies())
	}

	owner := api.Register("ada")
	api.StartSSO("", "").Login(provider, idp.User{Subject: "ada", Email: owner.Email, EmailVerified: true}).Finish().OK()
	token := api.MailedToken(owner.Email, "sso-verify")
	d.ok("account", owner.ID, "disable")
	confirm := apitest.Request{Method: "POST", Path: apitest.SSOPath + "/verify-email", Body: object{"token": token}}
	api.Send(confirm).Problem(401, "unauthorized")
	d.ok("account", owner.ID, "enable")
	api.Send(confirm).OK()
}
