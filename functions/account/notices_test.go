package account_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/internal/testkit/idp"
)

// newNotices runs the worker and returns the subjects of the new mails to a user that
// contain no link, oldest first.
func newNotices(api *apitest.Service, email string, seen *int) (subjects []string) {
	api.RunWorker()
	all := api.MailsTo(email)
	for _, m := range slices.Backward(all[:len(all)-*seen]) {
		if !strings.Contains(m.Text, "/p/") {
			subjects = append(subjects, m.Subject)
		}
	}
	*seen = len(all)
	return subjects
}

// Every change of access sends the account one mail.
func TestAccessChangesAreMailed(t *testing.T) {
	api, provider := apitest.NewWithSSO(t)
	owner := api.Register("ada")
	seen := 0
	want := func(when string, subjects ...string) {
		t.Helper()
		if got := newNotices(api, owner.Email, &seen); !slices.Equal(got, subjects) {
			t.Errorf("%s: %q, want %q", when, got, subjects)
		}
	}
	owner.VerifyEmail()
	want("registered and verified")
	own := idp.User{Subject: "ada-1", Email: "ada@work.example", EmailVerified: true}
	api.StartSSO(owner.Token, "").Login(provider, own).Finish().OK()
	want("linked", "A login was linked to your account")
	owner.Post("/api/me/workspaces/"+owner.WorkspaceID+"/api-keys", object{"name": "mine"}).OK()
	want("a key", "A new API key for your account")
	owner.Patch(profile, object{"currentPassword": apitest.Password, "newPassword": newPassword}).OK()
	want("a new password", "Your password was changed")
	requestReset(api, owner.Email).OK()
	confirmReset(api, owner.MailedToken(owner.Email, "password-reset"), "yet another one").OK()
	want("a reset", "Your password was changed")
	if text := api.MailsTo(owner.Email)[0].Text; !strings.Contains(text,
		"The single sign-on login of your account stays linked") {
		t.Errorf("the mail does not name the login that stays:\n%s", text)
	}
	again := api.UserOf(login(api, owner.Email, "yet another one"))
	again.Patch(profile, object{"displayName": "Ada Two"}).OK()
	again.Delete(unlinkPath).OK()
	want("unlinked", "A login was unlinked from your account")
	claimed := idp.User{Subject: "ada-2", Email: owner.Email, EmailVerified: true}
	api.StartSSO("", "").Login(provider, claimed).Finish().OK()
	confirmed := post(api, apitest.SSOPath+"/verify-email", object{"token": api.MailedToken(owner.Email, "sso-verify")})
	confirmed.OK()
	want("linked by mail", "A login was linked to your account")
	setAttribute(t, api, "USER#"+owner.ID, "PROFILE", "pw", "")
	api.UserOf(confirmed).Post("/api/auth/password/set", object{"newPassword": newPassword}).OK()
	want("a first password", "Your password was changed")
}

func loginWith(api *apitest.Service, email, address, agent string) *apitest.Answer {
	return api.Send(apitest.Request{
		Method: "POST", Path: "/api/auth/login", Body: object{"email": email, "password": apitest.Password},
		ClientIP: address, Header: map[string]string{"User-Agent": agent},
	})
}

// A sign-in from a network and program that were not seen in 90 days sends a mail.
func TestNewDevicesAreMailed(t *testing.T) {
	api := apitest.New(t)
	const home, train, browser, update, script = "192.0.2.1", "198.51.100.9", "Browser/126.0 (X11)", "Browser/127.0 (X11)",
		"script/1"
	register := apitest.Request{Method: "POST", Path: "/api/auth/register", ClientIP: home,
		Header: map[string]string{"User-Agent": browser},
		Body:   object{"email": "ada@example.com", "password": apitest.Password, "displayName": "Ada"}}
	owner := api.UserOf(api.Send(register))
	seen := 0
	for i, c := range []struct {
		address, agent string
		later          time.Duration
		isNew          bool
	}{
		{home, browser, 0, false}, {home, update, 0, false}, {train, browser, 0, true}, {train, browser, time.Hour, false},
		{home, script, 0, true}, {home, browser, 80 * 24 * time.Hour, false}, {train, browser, 11 * 24 * time.Hour, true},
		{home, browser, 0, false}, {home, browser, 91 * 24 * time.Hour, true},
	} {
		api.Clock.Advance(c.later)
		loginWith(api, owner.Email, c.address, c.agent).OK()
		got := newNotices(api, owner.Email, &seen)
		if c.isNew != (len(got) == 1 && got[0] == "A new sign-in to your account") || len(got) > 1 {
			t.Errorf("sign-in %d: %q", i+1, got)
		}
	}
	for i := range 30 {
		loginWith(api, owner.Email, home, strings.Repeat("x", i+1)).OK()
	}
	if n := len(getItem(t, api, "USER#"+owner.ID, "PROFILE")["devices"].([]any)); n != 10 {
		t.Errorf("%d devices are kept, want 10", n)
	}
}

// Several sign-ins from one new device at the same time send one mail.
func TestParallelSignInsAreMailedOnce(t *testing.T) {
	api := apitest.NewLagging(t)
	owner := api.Register("ada")
	seen := 0
	testkit.Race(t, 3, func(int) { loginWith(api, owner.Email, "198.51.100.9", "Browser").OK() })
	if got := newNotices(api, owner.Email, &seen); len(got) != 1 {
		t.Errorf("mails %q, want one", got)
	}
}

// The session, the device and the mail of a sign-in are written together.
func TestNewDeviceUnderFaults(t *testing.T) {
	apitest.FaultWalk{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			api.Register("ada")
			return func() *apitest.Answer { return loginWith(api, "ada@example.com", "198.51.100.9", "Browser") }
		},
		CheckRetry: func(api *apitest.Service, again *apitest.Answer) {
			again.OK()
			seen := 0
			if got := newNotices(api, "ada@example.com", &seen); len(got) != 1 {
				t.Errorf("mails %q, want one", got)
			}
		},
	}.Run(t)
}

// The first proof of an address forgets the device of whoever registered it: a sign-in from
// there sends a mail.
func TestFirstProofForgetsDevices(t *testing.T) {
	api := apitest.New(t)
	const squatter, owner, browser = "203.0.113.66", "198.51.100.7", "Browser/126.0 (X11)"
	register := apitest.Request{Method: "POST", Path: "/api/auth/register", ClientIP: squatter,
		Header: map[string]string{"User-Agent": browser},
		Body:   object{"email": "ada@example.com", "password": newPassword, "displayName": "Ada"}}
	firstOwner := api.UserOf(api.Send(register))
	requestReset(api, firstOwner.Email).OK()
	confirmReset(api, firstOwner.MailedToken(firstOwner.Email, "password-reset"), apitest.Password).OK()
	loginWith(api, firstOwner.Email, owner, browser).OK()
	seen := 0
	newNotices(api, firstOwner.Email, &seen)
	loginWith(api, firstOwner.Email, squatter, browser).OK()
	if got := newNotices(api, firstOwner.Email, &seen); !slices.Equal(got, []string{"A new sign-in to your account"}) {
		t.Errorf("notices %q, want one of the sign-in", got)
	}
}
