package sso_test

import (
	"net/http"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/internal/testkit/idp"
)

// Nothing is linked before a mail was confirmed, when the address has an account or
// when the provider has not verified it.
func TestAddressIsVerifiedBeforeLinking(t *testing.T) {
	t.Parallel()
	for name, user := range map[string]idp.User{"verified there": proven, "unverified there": unverified} {
		api, provider := apitest.NewWithSSO(t)
		p := api.Register("ada")
		p.VerifyEmail()
		token := wantVerificationMail(t, api, api.StartSSO("", "").Login(provider, user).Finish(), proven.Email)
		if countLogins(p) != 0 {
			t.Errorf("%s: linked at once", name)
		}
		answer := confirm(api, token)
		in := api.UserOf(answer)
		if in.ID != p.ID || in.WorkspaceID != p.WorkspaceID || countLogins(p) != 1 || countAccounts(api) != 1 ||
			refreshCookie(answer) == nil {
			t.Errorf("%s: %v", name, answer.OK())
		}
		if again := api.UserOf(api.StartSSO("", "").Login(provider, user).Finish()); again.ID != p.ID {
			t.Errorf("%s: the login opens another account", name)
		}
		p.SignInAgain() // the password still works
	}
}

func TestUnverifiedAddressWithoutAccount(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	token := wantVerificationMail(t, api, api.StartSSO("", "").Login(provider, unverified).Finish(), proven.Email)
	if countAccounts(api) != 0 {
		t.Fatal("an account was made")
	}
	session := confirm(api, token).OK()
	if user := session["user"].(object); user["email"] != proven.Email || user["email_verified"] != true ||
		user["display_name"] != "Ada Lovelace" {
		t.Errorf("user %v", user)
	}
	if countAccounts(api) != 1 {
		t.Errorf("%d accounts", countAccounts(api))
	}
}

// An attacker registers the address of another user in advance. When that user
// confirms a sign-in, the attacker's password and sessions stop working.
func TestConfirmationLocksOutUnverifiedOwner(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	first := api.Register("ada")
	holder := api.UserOf(confirm(api, wantVerificationMail(t, api, api.StartSSO("", "").Login(provider, proven).Finish(),
		proven.Email)))
	if holder.ID != first.ID {
		t.Fatal("another account")
	}
	first.Get("/api/auth/me").Problem(401, "unauthorized")
	api.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh",
		Cookies: []*http.Cookie{first.RefreshCookie}}).Problem(401, "unauthorized")
	api.Send(apitest.Request{Method: "POST", Path: "/api/auth/login",
		Body: object{"email": first.Email, "password": apitest.Password}}).Problem(401, "unauthorized")
	if me := holder.Get("/api/auth/me").OK(); me["email_verified"] != true || me["has_password"] != false {
		t.Errorf("account %v", me)
	}
	holder.Post("/api/auth/password/set", object{"newPassword": "another good password"}).OK()
}

func TestVerifyEmailChangesNothing(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	token := wantVerificationMail(t, api, api.StartSSO("", "").Login(provider, unverified).Finish(), proven.Email)
	verify := func(token string) object {
		return api.Send(apitest.Request{Method: "GET", Path: verifyPath + "?token=" + token}).OK()
	}
	before := dumpTable(t, api)
	for range 3 { // mail scanners follow links
		if got := verify(token); got["valid"] != true || got["email"] != proven.Email ||
			got["expires_at"] != "2026-06-18T12:00:00Z" {
			t.Errorf("a valid token: %v", got)
		}
	}
	p := api.Register("bob")
	invalid := []string{"", "x", p.MailedToken(p.Email, "verify-email"), "%00", "%ff", token + "x"}
	for _, other := range invalid {
		if got := verify(other); len(got) != 3 || got["valid"] != false || got["email"] != nil || got["expires_at"] != nil {
			t.Errorf("an invalid token: %v", got)
		}
	}
	if before == "" || countAccounts(api) != 1 {
		t.Error("something was changed")
	}
	confirm(api, token).OK()
	if verify(token)["valid"] != false {
		t.Error("a used token is valid")
	}
}

func TestInvalidTokensConfirmNothing(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	p := api.Register("bob")
	for _, token := range []string{"", "x", p.MailedToken(p.Email, "verify-email")} {
		confirm(api, token).Invalid("token token_invalid")
	}
	for _, body := range []any{nil, object{}, object{"token": nil}} {
		api.Send(apitest.Request{Method: "POST", Path: verifyPath, Body: body}).Invalid("token required")
	}
	token := wantVerificationMail(t, api, api.StartSSO("", "").Login(provider, unverified).Finish(), proven.Email)
	api.Send(apitest.Request{Method: "POST", Path: "/api/auth/verify-email",
		Body: object{"token": token, "password": apitest.Password}}).Invalid("token token_invalid")
	api.Send(apitest.Request{Method: "POST", Path: "/api/auth/password-reset/confirm",
		Body: object{"token": token, "newPassword": "another good password"}}).Invalid("token token_invalid")
	api.Clock.Advance(24 * time.Hour)
	confirm(api, token).Invalid("token token_invalid")
	if countAccounts(api) != 1 {
		t.Errorf("%d accounts", countAccounts(api))
	}
}

func TestParallelConfirmationsSignInOnce(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	token := wantVerificationMail(t, api, api.StartSSO("", "").Login(provider, unverified).Finish(), proven.Email)
	won := make([]bool, 5)
	testkit.Race(t, len(won), func(i int) {
		answer := confirm(api, token)
		if won[i] = answer.Status == 200; !won[i] && answer.Status != 422 {
			t.Errorf("%d\n%s", answer.Status, answer.Body)
		}
	})
	n := 0
	for _, w := range won {
		if w {
			n++
		}
	}
	if n != 1 || countAccounts(api) != 1 {
		t.Errorf("%d signed in, %d accounts", n, countAccounts(api))
	}
}

// Two mails about one login: the first creates the account, the second signs in.
func TestTwoMailsForOneLogin(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	first := wantVerificationMail(t, api, api.StartSSO("", "").Login(provider, unverified).Finish(), proven.Email)
	api.Clock.Advance(time.Minute)
	second := wantVerificationMail(t, api, api.StartSSO("", "").Login(provider, unverified).Finish(), proven.Email)
	p := api.UserOf(confirm(api, first))
	if q := api.UserOf(confirm(api, second)); first == second || q.ID != p.ID || countAccounts(api) != 1 ||
		countLogins(q) != 1 {
		t.Errorf("%d accounts", countAccounts(api))
	}
}

// A token cannot link a login that another account has by then, nor a second login of
// one account.
func TestOutdatedTokenLinksNothing(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	token := wantVerificationMail(t, api, api.StartSSO("", "").Login(provider, unverified).Finish(), proven.Email)
	owner := api.Register("bob")
	owner.VerifyEmail()
	api.StartSSO(owner.Token, "").Login(provider, unverified).Finish().OK()
	confirm(api, token).Problem(409, "conflict")
	if countAccounts(api) != 1 || countLogins(owner) != 1 {
		t.Error("the token changed the accounts")
	}
	other := idp.User{Subject: "bob-2", Email: owner.Email, EmailVerified: true}
	late := wantVerificationMail(t, api, api.StartSSO("", "").Login(provider, other).Finish(), owner.Email)
	confirm(api, late).Problem(409, "conflict")
}

// The number of mails to an address is limited.
func TestMailsAreLimited(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t, withLimits(3, 0))
	for range 3 {
		api.StartSSO("", "").Login(provider, unverified).Finish().OK()
	}
	api.StartSSO("", "").Login(provider, unverified).Finish().OK() // answers as always
	api.RunWorker()
	if n := len(api.MailsTo(proven.Email)); n != 3 {
		t.Errorf("%d mails", n)
	}
}

func TestBrowserIsSentToCheckMail(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	answer := api.StartSSO("", "?return_to=/app").Login(provider, unverified).FinishInBrowser()
	if to := answer.Header.Get("Location"); answer.Status != 302 || to != "/p/check-mail" || refreshCookie(answer) != nil {
		t.Errorf("%d to %q", answer.Status, to)
	}
	api.Send(apitest.Request{Method: "GET", Path: "/p/check-mail"}).Page(200)
	if len(api.MailedToken(proven.Email, "sso-verify")) != 43 {
		t.Error("no token")
	}
}

// A token that was asked for an account links nothing to the next account of the address,
// whose owner did not ask for it.
func TestATokenOfADeletedAccountLinksNothing(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	first := api.Register("ada")
	token := wantVerificationMail(t, api, api.StartSSO("", "").Login(provider, proven).Finish(), proven.Email)
	first.Delete("/api/me").OK()
	api.RunWorker()
	second := api.Register("ada")
	confirm(api, token).Invalid("token token_invalid")
	if got := second.Get("/api/auth/me").OK(); got["email_verified"] != false || countLogins(second) != 0 {
		t.Errorf("account %v with %d logins", got, countLogins(second))
	}
}
