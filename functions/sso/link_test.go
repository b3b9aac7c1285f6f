package sso_test

import (
	"net/http"
	"sync/atomic"
	"testing"

	"stint/functions/apitest"
	"stint/shared/testkit"
	"stint/shared/testkit/idp"
)

func TestALoginIsLinkedToWhoIsSignedIn(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewSSO(t)
	bob := h.Register("bob") // of another address than ada's, and not verified
	answer := h.Begin(bob.Token, "").As(provider, ada).End()
	session := answer.OK()
	if user := session["user"].(object); user["id"] != bob.ID || user["email_verified"] != false || refreshCookie(answer) != nil {
		t.Errorf("session %v", session)
	}
	again := h.Begin(bob.Token, "").As(provider, ada)
	if to := again.EndInBrowser().Header.Get("Location"); to != "/p/signed-in" || logins(bob) != 1 {
		t.Errorf("linked again: to %q, %d logins", to, logins(bob))
	}
	if n := len(bob.Get("/api/auth/sessions").Items()); n != 1 {
		t.Errorf("%d sessions", n)
	}
	if in := h.Signed(h.Begin("", "").As(provider, ada).End()); in.ID != bob.ID || accounts(h) != 1 {
		t.Error("the login leads elsewhere")
	}
	bob.Delete("/api/auth/me/external-logins/external").OK()
	if fresh := h.Signed(h.Begin("", "").As(provider, ada).End()); fresh.ID == bob.ID || fresh.Email != ada.Email {
		t.Error("an unlinked login still leads to the account")
	}
}

func TestALoginOfAnotherAccountIsNotLinked(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewSSO(t)
	holder := h.Signed(h.Begin("", "").As(provider, ada).End())
	bob := h.Register("bob")
	h.Begin(bob.Token, "").As(provider, ada).End().Problem(409, "conflict")
	if logins(bob) != 0 || logins(holder) != 1 {
		t.Error("the login has moved")
	}
	h.Begin(holder.Token, "").As(provider, idp.Person{Subject: "ada-2", Email: ada.Email, Verified: true}).End().Problem(409, "conflict")
	if logins(holder) != 1 {
		t.Error("two logins of one provider")
	}
}

func TestOneLoginIsLinkedToOneAccountUnderRaces(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewSSO(t)
	people := []*apitest.Person{h.Register("bob"), h.Register("cleo"), h.Register("dan")}
	visits := make([]*apitest.Visit, len(people))
	for i, p := range people {
		visits[i] = h.Begin(p.Token, "").As(provider, ada)
	}
	var won atomic.Int64
	testkit.Race(t, len(visits), func(i int) {
		switch answer := visits[i].End(); answer.Status {
		case 200:
			won.Add(1)
		case 409:
		default:
			t.Errorf("%d\n%s", answer.Status, answer.Body)
		}
	})
	linked := 0
	for _, p := range people {
		linked += logins(p)
	}
	if won.Load() != 1 || linked != 1 {
		t.Errorf("%d won, %d linked", won.Load(), linked)
	}
}

// A bad credential at the start does not turn linking into signing in.
func TestStartWithABadCredential(t *testing.T) {
	t.Parallel()
	h, _ := apitest.NewSSO(t)
	bob := h.Register("bob")
	for _, bearer := range []string{"x", bob.Token + "x"} {
		h.Send(apitest.Request{Method: "GET", Path: start, Bearer: bearer}).Problem(401, "unauthorized")
	}
	bob.Post("/api/auth/logout", nil).OK()
	bob.Get(start).Problem(401, "unauthorized")
}

// A visit that was begun in a session ends with it, and when somebody else has
// signed in meanwhile.
func TestLinkingNeedsTheSessionThatBeganIt(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(h *apitest.House, bob, eve *apitest.Person, v *apitest.Visit){
		"logged out": func(_ *apitest.House, bob, _ *apitest.Person, _ *apitest.Visit) {
			bob.Post("/api/auth/logout", nil).OK()
		},
		"new password": func(h *apitest.House, bob, _ *apitest.Person, _ *apitest.Visit) {
			in := h.Signed(h.Send(apitest.Request{Method: "POST", Path: "/api/auth/login", Body: object{"email": bob.Email, "password": apitest.Password}}))
			in.Patch("/api/me/profile", object{"currentPassword": apitest.Password, "newPassword": "another good password"}).OK()
		},
		"another's cookie": func(_ *apitest.House, _, eve *apitest.Person, v *apitest.Visit) {
			v.Cookies = append(append([]*http.Cookie{}, v.Cookies...), eve.Cookie)
		},
		"another's token": func(_ *apitest.House, _, eve *apitest.Person, v *apitest.Visit) { v.Bearer = eve.Token },
	} {
		h, provider := apitest.NewSSO(t)
		bob, eve := h.Register("bob"), h.Register("eve")
		v := h.Begin(bob.Token, "").As(provider, ada)
		change(h, bob, eve, v)
		v.End().Problem(400, "pkce_state_not_found")
		if logins(eve) != 0 {
			t.Errorf("%s: linked to somebody else", name)
		}
		if fresh := h.Signed(h.Begin("", "").As(provider, ada).End()); fresh.ID == bob.ID || fresh.ID == eve.ID {
			t.Errorf("%s: linked all the same", name)
		}
	}
}

func TestLinkingWithOnesOwnCredentials(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewSSO(t)
	bob := h.Register("bob")
	v := h.Begin(bob.Token, "").As(provider, ada)
	v.Cookies, v.Bearer = append(v.Cookies, bob.Cookie), bob.Token
	v.End().OK()
	if logins(bob) != 1 {
		t.Error("not linked")
	}
}
