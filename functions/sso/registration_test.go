package sso_test

import (
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit/idp"
	"stint/shared/config"
)

func requireVerification(c *config.Config) { c.VerificationRequired = true }

func invitedOnly(c *config.Config) { c.InvitedOnly = true }

// An unproven account links no login: neither at the start nor at the callback of a flow
// that began before.
func TestUnprovenAccountLinksNothing(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	owner := api.Register("bob")
	flow := api.StartSSO(owner.Token, "").Login(provider, proven)
	strict := api.NewInstance(requireVerification)
	api.SendTo(strict, apitest.Request{Method: "GET", Path: startPath, Bearer: owner.Token}).Denied("email_not_verified")
	api.SendTo(strict, apitest.Request{Method: "GET", Path: startPath}).OK() // a sign-in needs no account
	callback := apitest.Request{Method: "GET", Path: callbackAPIPath + "?" + flow.CallbackQuery.Encode(),
		Cookies: flow.Cookies}
	api.SendTo(strict, callback).Denied("email_not_verified")
	if countLogins(owner) != 0 {
		t.Error("the login was linked")
	}
	owner.VerifyEmail()
	api.SendTo(strict, apitest.Request{Method: "GET", Path: startPath, Bearer: owner.Token}).OK()
}

// Single sign-on makes no account where registration is closed. Existing accounts, the
// first account and invited addresses are let in.
func TestClosedRegistration(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t, invitedOnly)
	first := api.UserOf(api.StartSSO("", "").Login(provider, proven).Finish()) // of an empty instance
	another := idp.User{Subject: "bob-1", Email: "bob@example.com", Name: "Bob", EmailVerified: true}
	api.StartSSO("", "").Login(provider, another).Finish().Denied("registration_closed")
	if to := api.StartSSO("", "").Login(provider, another).FinishInBrowser().Header.Get("Location"); !strings.HasPrefix(to,
		"/p/sign-in-failed?code=forbidden") {
		t.Errorf("a browser is sent to %q", to)
	}
	cleo := idp.User{Subject: "cleo-1", Email: "cleo@example.com"} // not verified there
	token := wantVerificationMail(t, api, api.StartSSO("", "").Login(provider, cleo).Finish(), cleo.Email)
	confirm(api, token).Denied("registration_closed")
	if countAccounts(api) != 1 {
		t.Fatalf("%d accounts", countAccounts(api))
	}
	if again := api.UserOf(api.StartSSO("", "").Login(provider, proven).Finish()); again.ID != first.ID {
		t.Error("an account cannot sign in")
	}
	first.Invite(another.Email, "")
	if in := api.UserOf(api.StartSSO("", "").Login(provider, another).Finish()); in.Email != another.Email {
		t.Error("an invited address was not admitted")
	}
}

func TestRegistrationDomains(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t, func(c *config.Config) { c.RegistrationDomains = []string{"example.com"} })
	api.StartSSO("", "").Login(provider, proven).Finish().OK()
	for _, email := range []string{"eve@evil.example", "eve@sub.example.com", "eve@notexample.com"} {
		refused := idp.User{Subject: email, Email: email, EmailVerified: true}
		api.StartSSO("", "").Login(provider, refused).Finish().Denied("registration_closed")
	}
}
