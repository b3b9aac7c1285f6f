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
	api, provider := apitest.NewWithSSO(t)
	owner := api.Register("bob") // of another address than proven's, and not verified
	answer := api.StartSSO(owner.Token, "").Login(provider, proven).Finish()
	session := answer.OK()
	if user := session["user"].(object); user["id"] != owner.ID || user["email_verified"] != false ||
		refreshCookie(answer) != nil {
		t.Errorf("session %v", session)
	}
	again := api.StartSSO(owner.Token, "").Login(provider, proven)
	if to := again.FinishInBrowser().Header.Get("Location"); to != "/p/signed-in" || countLogins(owner) != 1 {
		t.Errorf("linked again: to %q, %d logins", to, countLogins(owner))
	}
	if n := len(owner.Get("/api/auth/sessions").Items()); n != 1 {
		t.Errorf("%d sessions", n)
	}
	if in := api.UserOf(api.StartSSO("", "").Login(provider, proven).Finish()); in.ID != owner.ID ||
		countAccounts(api) != 1 {
		t.Error("the login opens another account")
	}
	owner.Delete("/api/auth/me/external-logins/external").OK()
	if fresh := api.UserOf(api.StartSSO("", "").Login(provider, proven).Finish()); fresh.ID == owner.ID ||
		fresh.Email != proven.Email {
		t.Error("an unlinked login still opens the account")
	}
}

func TestLoginOfOtherAccountIsNotLinked(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	holder := api.UserOf(api.StartSSO("", "").Login(provider, proven).Finish())
	owner := api.Register("bob")
	api.StartSSO(owner.Token, "").Login(provider, proven).Finish().Problem(409, "conflict")
	if countLogins(owner) != 0 || countLogins(holder) != 1 {
		t.Error("the login was moved to another account")
	}
	api.StartSSO(holder.Token, "").Login(provider, idp.User{Subject: "ada-2", Email: proven.Email,
		EmailVerified: true}).Finish().Problem(409, "conflict")
	if countLogins(holder) != 1 {
		t.Error("two logins of one provider")
	}
}

func TestParallelLinksOfOneLogin(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	users := []*apitest.User{api.Register("bob"), api.Register("cleo"), api.Register("dan")}
	flows := make([]*apitest.SSOFlow, len(users))
	for i, p := range users {
		flows[i] = api.StartSSO(p.Token, "").Login(provider, proven)
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
	api, _ := apitest.NewWithSSO(t)
	owner := api.Register("bob")
	for _, bearer := range []string{"x", owner.Token + "x"} {
		api.As(bearer).Get(startPath).Problem(401, "unauthorized")
	}
	owner.Post("/api/auth/logout", nil).OK()
	owner.Get(startPath).Problem(401, "unauthorized")
}

// A flow to link a login fails when its session has ended, or when another user is
// signed in to the browser.
func TestLinkingNeedsTheSessionThatStartedIt(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(api *apitest.Service, member, outsider *apitest.User, v *apitest.SSOFlow){
		"logged out": func(_ *apitest.Service, member, _ *apitest.User, _ *apitest.SSOFlow) {
			member.Post("/api/auth/logout", nil).OK()
		},
		"new password": func(api *apitest.Service, member, _ *apitest.User, _ *apitest.SSOFlow) {
			in := member.SignInAgain()
			in.Patch("/api/me/profile", object{"currentPassword": apitest.Password, "newPassword": "another good password"}).OK()
		},
		"another's cookie": func(_ *apitest.Service, _, outsider *apitest.User, v *apitest.SSOFlow) {
			v.Cookies = append(append([]*http.Cookie{}, v.Cookies...), outsider.RefreshCookie)
		},
		"another's token": func(_ *apitest.Service, _, outsider *apitest.User,
			v *apitest.SSOFlow) {
			v.Bearer = outsider.Token
		},
	} {
		api, provider := apitest.NewWithSSO(t)
		owner, outsider := api.Register("bob"), api.Register("eve")
		v := api.StartSSO(owner.Token, "").Login(provider, proven)
		change(api, owner, outsider, v)
		v.Finish().Problem(400, "pkce_state_not_found")
		if countLogins(outsider) != 0 {
			t.Errorf("%s: linked to another user", name)
		}
		if fresh := api.UserOf(api.StartSSO("", "").Login(provider, proven).Finish()); fresh.ID == owner.ID ||
			fresh.ID == outsider.ID {
			t.Errorf("%s: the login was linked", name)
		}
	}
}

func TestLinkingWithOwnCredentials(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	owner := api.Register("bob")
	v := api.StartSSO(owner.Token, "").Login(provider, proven)
	v.Cookies, v.Bearer = append(v.Cookies, owner.RefreshCookie), owner.Token
	v.Finish().OK()
	if countLogins(owner) != 1 {
		t.Error("not linked")
	}
}
