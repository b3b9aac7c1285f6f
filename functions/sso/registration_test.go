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
	h, provider := apitest.NewWithSSO(t)
	bob := h.Register("bob")
	flow := h.StartSSO(bob.Token, "").Login(provider, ada)
	strict := h.NewInstance(requireVerification)
	h.SendTo(strict, apitest.Request{Method: "GET", Path: startPath, Bearer: bob.Token}).Denied("email_not_verified")
	h.SendTo(strict, apitest.Request{Method: "GET", Path: startPath}).OK() // a sign-in needs no account
	callback := apitest.Request{Method: "GET", Path: callbackAPIPath + "?" + flow.CallbackQuery.Encode(),
		Cookies: flow.Cookies}
	h.SendTo(strict, callback).Denied("email_not_verified")
	if countLogins(bob) != 0 {
		t.Error("the login was linked")
	}
	bob.VerifyEmail()
	h.SendTo(strict, apitest.Request{Method: "GET", Path: startPath, Bearer: bob.Token}).OK()
}

// Single sign-on makes no account where registration is closed. Existing accounts, the
// first account and invited addresses are let in.
func TestClosedRegistration(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewWithSSO(t, invitedOnly)
	first := h.UserOf(h.StartSSO("", "").Login(provider, ada).Finish()) // of an empty instance
	bob := idp.User{Subject: "bob-1", Email: "bob@example.com", Name: "Bob", EmailVerified: true}
	h.StartSSO("", "").Login(provider, bob).Finish().Denied("registration_closed")
	if to := h.StartSSO("", "").Login(provider, bob).FinishInBrowser().Header.Get("Location"); !strings.HasPrefix(to,
		"/p/sign-in-failed?code=forbidden") {
		t.Errorf("a browser is sent to %q", to)
	}
	cleo := idp.User{Subject: "cleo-1", Email: "cleo@example.com"} // not verified there
	token := wantVerificationMail(t, h, h.StartSSO("", "").Login(provider, cleo).Finish(), cleo.Email)
	confirm(h, token).Denied("registration_closed")
	if countAccounts(h) != 1 {
		t.Fatalf("%d accounts", countAccounts(h))
	}
	if again := h.UserOf(h.StartSSO("", "").Login(provider, ada).Finish()); again.ID != first.ID {
		t.Error("an account cannot sign in")
	}
	first.Invite(bob.Email, "")
	if in := h.UserOf(h.StartSSO("", "").Login(provider, bob).Finish()); in.Email != bob.Email {
		t.Error("an invited address was not admitted")
	}
}

func TestRegistrationDomains(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewWithSSO(t, func(c *config.Config) { c.RegistrationDomains = []string{"example.com"} })
	h.StartSSO("", "").Login(provider, ada).Finish().OK()
	for _, email := range []string{"eve@evil.example", "eve@sub.example.com", "eve@notexample.com"} {
		eve := idp.User{Subject: email, Email: email, EmailVerified: true}
		h.StartSSO("", "").Login(provider, eve).Finish().Denied("registration_closed")
	}
}
