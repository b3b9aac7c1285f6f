package sso_test

import (
	"net/http"
	"sync/atomic"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/internal/testkit/idp"
)

func TestLinkLogin(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewWithSSO(t)
	bob := h.Register("bob") // of another address than ada's, and not verified
	answer := h.StartSSO(bob.Token, "").Login(provider, ada).Finish()
	session := answer.OK()
	if user := session["user"].(object); user["id"] != bob.ID || user["email_verified"] != false ||
		refreshCookie(answer) != nil {
		t.Errorf("session %v", session)
	}
	again := h.StartSSO(bob.Token, "").Login(provider, ada)
	if to := again.FinishInBrowser().Header.Get("Location"); to != "/p/signed-in" || countLogins(bob) != 1 {
		t.Errorf("linked again: to %q, %d logins", to, countLogins(bob))
	}
	if n := len(bob.Get("/api/auth/sessions").Items()); n != 1 {
		t.Errorf("%d sessions", n)
	}
	if in := h.UserOf(h.StartSSO("", "").Login(provider, ada).Finish()); in.ID != bob.ID || countAccounts(h) != 1 {
		t.Error("the login opens another account")
	}
	bob.Delete("/api/auth/me/external-logins/external").OK()
	if fresh := h.UserOf(h.StartSSO("", "").Login(provider, ada).Finish()); fresh.ID == bob.ID ||
		fresh.Email != ada.Email {
		t.Error("an unlinked login still opens the account")
	}
}

func TestLoginOfOtherAccountIsNotLinked(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewWithSSO(t)
	holder := h.UserOf(h.StartSSO("", "").Login(provider, ada).Finish())
	bob := h.Register("bob")
	h.StartSSO(bob.Token, "").Login(provider, ada).Finish().Problem(409, "conflict")
	if countLogins(bob) != 0 || countLogins(holder) != 1 {
		t.Error("the login was moved to another account")
	}
	h.StartSSO(holder.Token, "").Login(provider, idp.User{Subject: "ada-2", Email: ada.Email,
		EmailVerified: true}).Finish().Problem(409, "conflict")
	if countLogins(holder) != 1 {
		t.Error("two logins of one provider")
	}
}

func TestParallelLinksOfOneLogin(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewWithSSO(t)
	users := []*apitest.User{h.Register("bob"), h.Register("cleo"), h.Register("dan")}
	flows := make([]*apitest.SSOFlow, len(users))
	for i, p := range users {
		flows[i] = h.StartSSO(p.Token, "").Login(provider, ada)
	}
	var won atomic.Int64
	testkit.Race(t, len(flows), func(i int) {
		switch answer := flows[i].Finish(); answer.Status {
		case 200:
			won.Add(1)
		case 409:
		default:
			t.Errorf("%d\n%s", answer.Status, answer.Body)
		}
	})
	linked := 0
	for _, p := range users {
		linked += countLogins(p)
	}
	if won.Load() != 1 || linked != 1 {
		t.Errorf("%d won, %d linked", won.Load(), linked)
	}
}

// An invalid credential at the start is an error and does not start a sign-in.
func TestStartWithInvalidCredential(t *testing.T) {
	t.Parallel()
	h, _ := apitest.NewWithSSO(t)
	bob := h.Register("bob")
	for _, bearer := range []string{"x", bob.Token + "x"} {
		h.Send(apitest.Request{Method: "GET", Path: startPath, Bearer: bearer}).Problem(401, "unauthorized")
	}
	bob.Post("/api/auth/logout", nil).OK()
	bob.Get(startPath).Problem(401, "unauthorized")
}

// A flow to link a login fails when its session has ended, or when another user is
// signed in to the browser.
func TestLinkingNeedsTheSessionThatStartedIt(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(h *apitest.Service, bob, eve *apitest.User, v *apitest.SSOFlow){
		"logged out": func(_ *apitest.Service, bob, _ *apitest.User, _ *apitest.SSOFlow) {
			bob.Post("/api/auth/logout", nil).OK()
		},
		"new password": func(h *apitest.Service, bob, _ *apitest.User, _ *apitest.SSOFlow) {
			in := h.UserOf(h.Send(apitest.Request{Method: "POST", Path: "/api/auth/login",
				Body: object{"email": bob.Email, "password": apitest.Password}}))
			in.Patch("/api/me/profile", object{"currentPassword": apitest.Password, "newPassword": "another good password"}).OK()
		},
		"another's cookie": func(_ *apitest.Service, _, eve *apitest.User, v *apitest.SSOFlow) {
			v.Cookies = append(append([]*http.Cookie{}, v.Cookies...), eve.RefreshCookie)
		},
		"another's token": func(_ *apitest.Service, _, eve *apitest.User, v *apitest.SSOFlow) { v.Bearer = eve.Token },
	} {
		h, provider := apitest.NewWithSSO(t)
		bob, eve := h.Register("bob"), h.Register("eve")
		v := h.StartSSO(bob.Token, "").Login(provider, ada)
		change(h, bob, eve, v)
		v.Finish().Problem(400, "pkce_state_not_found")
		if countLogins(eve) != 0 {
			t.Errorf("%s: linked to another user", name)
		}
		if fresh := h.UserOf(h.StartSSO("", "").Login(provider, ada).Finish()); fresh.ID == bob.ID || fresh.ID == eve.ID {
			t.Errorf("%s: the login was linked", name)
		}
	}
}

func TestLinkingWithOwnCredentials(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewWithSSO(t)
	bob := h.Register("bob")
	v := h.StartSSO(bob.Token, "").Login(provider, ada)
	v.Cookies, v.Bearer = append(v.Cookies, bob.RefreshCookie), bob.Token
	v.Finish().OK()
	if countLogins(bob) != 1 {
		t.Error("not linked")
	}
}
