package sso_test

import (
	"net/http"
	"testing"
	"time"

	"stint/functions/apitest"
	"stint/shared/testkit"
	"stint/shared/testkit/idp"
)

// An address that somebody has here, and one that the provider has not seen,
// are proven by a mail before anything is linked.
func TestAnAddressIsProvenFirst(t *testing.T) {
	t.Parallel()
	for name, who := range map[string]idp.Person{"verified there": ada, "unverified there": unverified} {
		h, provider := apitest.NewSSO(t)
		p := h.Register("ada")
		p.Verify()
		token := pending(t, h, h.Begin("", "").As(provider, who).End(), ada.Email)
		if logins(p) != 0 {
			t.Errorf("%s: linked at once", name)
		}
		answer := confirm(h, token)
		in := h.Signed(answer)
		if in.ID != p.ID || in.WorkspaceID != p.WorkspaceID || logins(p) != 1 || accounts(h) != 1 || refreshCookie(answer) == nil {
			t.Errorf("%s: %v", name, answer.OK())
		}
		if again := h.Signed(h.Begin("", "").As(provider, who).End()); again.ID != p.ID {
			t.Errorf("%s: the login leads elsewhere", name)
		}
		login := apitest.Request{Method: "POST", Path: "/api/auth/login", Body: object{"email": p.Email, "password": apitest.Password}}
		h.Send(login).OK() // and the password is as good as before
	}
}

func TestAnUnverifiedAddressThatNobodyHas(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewSSO(t)
	token := pending(t, h, h.Begin("", "").As(provider, unverified).End(), ada.Email)
	if accounts(h) != 0 {
		t.Fatal("an account was made")
	}
	session := confirm(h, token).OK()
	if user := session["user"].(object); user["email"] != ada.Email || user["email_verified"] != true || user["display_name"] != "Ada Lovelace" {
		t.Errorf("user %v", user)
	}
	if accounts(h) != 1 {
		t.Errorf("%d accounts", accounts(h))
	}
}

// Somebody registers an address that is not theirs, and waits. When its holder
// comes, nothing of what the first one knows opens the account any more.
func TestWhoNeverProvedTheAddressIsOut(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewSSO(t)
	first := h.Register("ada")
	holder := h.Signed(confirm(h, pending(t, h, h.Begin("", "").As(provider, ada).End(), ada.Email)))
	if holder.ID != first.ID {
		t.Fatal("another account")
	}
	first.Get("/api/auth/me").Problem(401, "unauthorized")
	h.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh", Cookies: []*http.Cookie{first.Cookie}}).Problem(401, "unauthorized")
	h.Send(apitest.Request{Method: "POST", Path: "/api/auth/login", Body: object{"email": first.Email, "password": apitest.Password}}).Problem(401, "unauthorized")
	if me := holder.Get("/api/auth/me").OK(); me["email_verified"] != true || me["has_password"] != false {
		t.Errorf("account %v", me)
	}
	holder.Post("/api/auth/password/set", object{"newPassword": "another good password"}).OK()
}

func TestLookingAtATokenChangesNothing(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewSSO(t)
	token := pending(t, h, h.Begin("", "").As(provider, unverified).End(), ada.Email)
	look := func(token string) object {
		return h.Send(apitest.Request{Method: "GET", Path: verifyPath + "?token=" + token}).OK()
	}
	before := tableOf(t, h)
	for range 3 { // mail scanners follow links
		if got := look(token); got["valid"] != true || got["email"] != ada.Email || got["expires_at"] != "2026-06-18T12:00:00Z" {
			t.Errorf("a good token: %v", got)
		}
	}
	p := h.Register("bob")
	dead := []string{"", "x", p.MailedToken(p.Email, "verify-email"), "%00", "%ff", token + "x"}
	for _, other := range dead {
		if got := look(other); len(got) != 3 || got["valid"] != false || got["email"] != nil || got["expires_at"] != nil {
			t.Errorf("a dead token: %v", got)
		}
	}
	if before == "" || accounts(h) != 1 {
		t.Error("something was changed")
	}
	confirm(h, token).OK()
	if look(token)["valid"] != false {
		t.Error("a used token is good")
	}
}

func TestDeadTokensConfirmNothing(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewSSO(t)
	p := h.Register("bob")
	for _, token := range []string{"", "x", p.MailedToken(p.Email, "verify-email")} {
		confirm(h, token).Invalid("token token_invalid")
	}
	for _, body := range []any{nil, object{}, object{"token": nil}} {
		h.Send(apitest.Request{Method: "POST", Path: verifyPath, Body: body}).Invalid("token required")
	}
	token := pending(t, h, h.Begin("", "").As(provider, unverified).End(), ada.Email)
	h.Send(apitest.Request{Method: "POST", Path: "/api/auth/verify-email", Body: object{"token": token}}).Invalid("token token_invalid")
	h.Send(apitest.Request{Method: "POST", Path: "/api/auth/password-reset/confirm", Body: object{"token": token, "newPassword": "another good password"}}).Invalid("token token_invalid")
	h.Clock.Advance(24 * time.Hour)
	confirm(h, token).Invalid("token token_invalid")
	if accounts(h) != 1 {
		t.Errorf("%d accounts", accounts(h))
	}
}

func TestParallelConfirmationsLetOneIn(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewSSO(t)
	token := pending(t, h, h.Begin("", "").As(provider, unverified).End(), ada.Email)
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
	if n != 1 || accounts(h) != 1 {
		t.Errorf("%d got in, %d accounts", n, accounts(h))
	}
}

// Two mails about one login: the first makes the account, the second lets in.
func TestTwoMailsAboutOneLogin(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewSSO(t)
	first := pending(t, h, h.Begin("", "").As(provider, unverified).End(), ada.Email)
	h.Clock.Advance(time.Minute)
	second := pending(t, h, h.Begin("", "").As(provider, unverified).End(), ada.Email)
	p := h.Signed(confirm(h, first))
	if q := h.Signed(confirm(h, second)); first == second || q.ID != p.ID || accounts(h) != 1 || logins(q) != 1 {
		t.Errorf("%d accounts", accounts(h))
	}
}

// A token does not link what belongs to somebody else by now, nor a second
// login to one account.
func TestATokenThatCameTooLate(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewSSO(t)
	token := pending(t, h, h.Begin("", "").As(provider, unverified).End(), ada.Email)
	bob := h.Register("bob")
	h.Begin(bob.Token, "").As(provider, unverified).End().OK()
	confirm(h, token).Problem(409, "conflict")
	if accounts(h) != 1 || logins(bob) != 1 {
		t.Error("the token did something")
	}
	other := idp.Person{Subject: "bob-2", Email: bob.Email, Verified: true}
	late := pending(t, h, h.Begin("", "").As(provider, other).End(), bob.Email)
	confirm(h, late).Problem(409, "conflict")
}

// Nobody's mailbox is filled by logins that claim its address.
func TestMailsAreLimited(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewSSO(t, limited(3, 0))
	for range 3 {
		h.Begin("", "").As(provider, unverified).End().OK()
	}
	h.Begin("", "").As(provider, unverified).End().Problem(429, "rate_limited")
	h.Deliver()
	if n := len(h.Mails(ada.Email)); n != 3 {
		t.Errorf("%d mails", n)
	}
}

func TestABrowserIsAskedToLookIntoTheMailbox(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewSSO(t)
	answer := h.Begin("", "?return_to=/app").As(provider, unverified).EndInBrowser()
	if to := answer.Header.Get("Location"); answer.Status != 302 || to != "/p/check-mail" || refreshCookie(answer) != nil {
		t.Errorf("%d to %q", answer.Status, to)
	}
	h.Send(apitest.Request{Method: "GET", Path: "/p/check-mail"}).Page(200)
	if len(h.MailedToken(ada.Email, "sso-verify")) != 43 {
		t.Error("no token")
	}
}
