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
	for name, user := range map[string]idp.User{"verified there": ada, "unverified there": unverified} {
		h, provider := apitest.NewWithSSO(t)
		p := h.Register("ada")
		p.VerifyEmail()
		token := wantVerificationMail(t, h, h.StartSSO("", "").Login(provider, user).Finish(), ada.Email)
		if countLogins(p) != 0 {
			t.Errorf("%s: linked at once", name)
		}
		answer := confirm(h, token)
		in := h.UserOf(answer)
		if in.ID != p.ID || in.WorkspaceID != p.WorkspaceID || countLogins(p) != 1 || countAccounts(h) != 1 ||
			refreshCookie(answer) == nil {
			t.Errorf("%s: %v", name, answer.OK())
		}
		if again := h.UserOf(h.StartSSO("", "").Login(provider, user).Finish()); again.ID != p.ID {
			t.Errorf("%s: the login opens another account", name)
		}
		login := apitest.Request{Method: "POST", Path: "/api/auth/login",
			Body: object{"email": p.Email, "password": apitest.Password}}
		h.Send(login).OK() // the password still works
	}
}

func TestUnverifiedAddressWithoutAccount(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewWithSSO(t)
	token := wantVerificationMail(t, h, h.StartSSO("", "").Login(provider, unverified).Finish(), ada.Email)
	if countAccounts(h) != 0 {
		t.Fatal("an account was made")
	}
	session := confirm(h, token).OK()
	if user := session["user"].(object); user["email"] != ada.Email || user["email_verified"] != true ||
		user["display_name"] != "Ada Lovelace" {
		t.Errorf("user %v", user)
	}
	if countAccounts(h) != 1 {
		t.Errorf("%d accounts", countAccounts(h))
	}
}

// An attacker registers the address of another user in advance. When that user
// confirms a sign-in, the attacker's password and sessions stop working.
func TestConfirmationLocksOutUnverifiedOwner(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewWithSSO(t)
	first := h.Register("ada")
	holder := h.UserOf(confirm(h, wantVerificationMail(t, h, h.StartSSO("", "").Login(provider, ada).Finish(), ada.Email)))
	if holder.ID != first.ID {
		t.Fatal("another account")
	}
	first.Get("/api/auth/me").Problem(401, "unauthorized")
	h.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh",
		Cookies: []*http.Cookie{first.RefreshCookie}}).Problem(401, "unauthorized")
	h.Send(apitest.Request{Method: "POST", Path: "/api/auth/login",
		Body: object{"email": first.Email, "password": apitest.Password}}).Problem(401, "unauthorized")
	if me := holder.Get("/api/auth/me").OK(); me["email_verified"] != true || me["has_password"] != false {
		t.Errorf("account %v", me)
	}
	holder.Post("/api/auth/password/set", object{"newPassword": "another good password"}).OK()
}

func TestVerifyEmailChangesNothing(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewWithSSO(t)
	token := wantVerificationMail(t, h, h.StartSSO("", "").Login(provider, unverified).Finish(), ada.Email)
	verify := func(token string) object {
		return h.Send(apitest.Request{Method: "GET", Path: verifyPath + "?token=" + token}).OK()
	}
	before := dumpTable(t, h)
	for range 3 { // mail scanners follow links
		if got := verify(token); got["valid"] != true || got["email"] != ada.Email ||
			got["expires_at"] != "2026-06-18T12:00:00Z" {
			t.Errorf("a valid token: %v", got)
		}
	}
	p := h.Register("bob")
	invalid := []string{"", "x", p.MailedToken(p.Email, "verify-email"), "%00", "%ff", token + "x"}
	for _, other := range invalid {
		if got := verify(other); len(got) != 3 || got["valid"] != false || got["email"] != nil || got["expires_at"] != nil {
			t.Errorf("an invalid token: %v", got)
		}
	}
	if before == "" || countAccounts(h) != 1 {
		t.Error("something was changed")
	}
	confirm(h, token).OK()
	if verify(token)["valid"] != false {
		t.Error("a used token is valid")
	}
}

func TestInvalidTokensConfirmNothing(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewWithSSO(t)
	p := h.Register("bob")
	for _, token := range []string{"", "x", p.MailedToken(p.Email, "verify-email")} {
		confirm(h, token).Invalid("token token_invalid")
	}
	for _, body := range []any{nil, object{}, object{"token": nil}} {
		h.Send(apitest.Request{Method: "POST", Path: verifyPath, Body: body}).Invalid("token required")
	}
	token := wantVerificationMail(t, h, h.StartSSO("", "").Login(provider, unverified).Finish(), ada.Email)
	h.Send(apitest.Request{Method: "POST", Path: "/api/auth/verify-email",
		Body: object{"token": token, "password": apitest.Password}}).Invalid("token token_invalid")
	h.Send(apitest.Request{Method: "POST", Path: "/api/auth/password-reset/confirm",
		Body: object{"token": token, "newPassword": "another good password"}}).Invalid("token token_invalid")
	h.Clock.Advance(24 * time.Hour)
	confirm(h, token).Invalid("token token_invalid")
	if countAccounts(h) != 1 {
		t.Errorf("%d accounts", countAccounts(h))
	}
}

func TestParallelConfirmationsSignInOnce(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewWithSSO(t)
	token := wantVerificationMail(t, h, h.StartSSO("", "").Login(provider, unverified).Finish(), ada.Email)
	won := make([]bool, 5)
	testkit.Race(t, len(won), func(i int) {
		answer := confirm(h, token)
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
	if n != 1 || countAccounts(h) != 1 {
		t.Errorf("%d signed in, %d accounts", n, countAccounts(h))
	}
}

// Two mails about one login: the first creates the account, the second signs in.
func TestTwoMailsForOneLogin(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewWithSSO(t)
	first := wantVerificationMail(t, h, h.StartSSO("", "").Login(provider, unverified).Finish(), ada.Email)
	h.Clock.Advance(time.Minute)
	second := wantVerificationMail(t, h, h.StartSSO("", "").Login(provider, unverified).Finish(), ada.Email)
	p := h.UserOf(confirm(h, first))
	if q := h.UserOf(confirm(h, second)); first == second || q.ID != p.ID || countAccounts(h) != 1 || countLogins(q) != 1 {
		t.Errorf("%d accounts", countAccounts(h))
	}
}

// A token cannot link a login that another account has by then, nor a second login of
// one account.
func TestOutdatedTokenLinksNothing(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewWithSSO(t)
	token := wantVerificationMail(t, h, h.StartSSO("", "").Login(provider, unverified).Finish(), ada.Email)
	bob := h.Register("bob")
	bob.VerifyEmail()
	h.StartSSO(bob.Token, "").Login(provider, unverified).Finish().OK()
	confirm(h, token).Problem(409, "conflict")
	if countAccounts(h) != 1 || countLogins(bob) != 1 {
		t.Error("the token changed the accounts")
	}
	other := idp.User{Subject: "bob-2", Email: bob.Email, EmailVerified: true}
	late := wantVerificationMail(t, h, h.StartSSO("", "").Login(provider, other).Finish(), bob.Email)
	confirm(h, late).Problem(409, "conflict")
}

// The number of mails to an address is limited.
func TestMailsAreLimited(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewWithSSO(t, withLimits(3, 0))
	for range 3 {
		h.StartSSO("", "").Login(provider, unverified).Finish().OK()
	}
	h.StartSSO("", "").Login(provider, unverified).Finish().OK() // answers as always
	h.RunWorker()
	if n := len(h.MailsTo(ada.Email)); n != 3 {
		t.Errorf("%d mails", n)
	}
}

func TestBrowserIsSentToCheckMail(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewWithSSO(t)
	answer := h.StartSSO("", "?return_to=/app").Login(provider, unverified).FinishInBrowser()
	if to := answer.Header.Get("Location"); answer.Status != 302 || to != "/p/check-mail" || refreshCookie(answer) != nil {
		t.Errorf("%d to %q", answer.Status, to)
	}
	h.Send(apitest.Request{Method: "GET", Path: "/p/check-mail"}).Page(200)
	if len(h.MailedToken(ada.Email, "sso-verify")) != 43 {
		t.Error("no token")
	}
}

// A token that was asked for an account links nothing to the next account of the address,
// whose owner did not ask for it.
func TestATokenOfADeletedAccountLinksNothing(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewWithSSO(t)
	first := h.Register("ada")
	token := wantVerificationMail(t, h, h.StartSSO("", "").Login(provider, ada).Finish(), ada.Email)
	first.Delete("/api/me").OK()
	h.RunWorker()
	second := h.Register("ada")
	confirm(h, token).Invalid("token token_invalid")
	if got := second.Get("/api/auth/me").OK(); got["email_verified"] != false || countLogins(second) != 0 {
		t.Errorf("account %v with %d logins", got, countLogins(second))
	}
}
