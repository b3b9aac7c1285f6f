package oauth_test

import (
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/shared/config"
)

// The page signs in by the code of the API: with the second factor, the limits, the mail and the audit log of a login.
func TestSigningInIsThatOfTheAPI(t *testing.T) {
	t.Parallel()
	api := apitest.New(t, func(c *config.Config) { c.AttemptsPerNetwork, c.AttemptsPerAccount = 1000, 5 })
	u := api.Register("ada")
	factor := u.EnableSecondFactor()
	b := newBrowser(t, api)
	b.open(newAttempt("stint").address())
	try := func(password, code string) *apitest.Answer {
		return b.submit("sign_in", "email", u.Email, "password", password, "code", code)
	}
	page := try("wrong password", "").Page(401)
	if !strings.Contains(page, "is wrong") || strings.Contains(page, "wrong password") {
		t.Errorf("the page says:\n%s", page)
	}
	if page := try(apitest.Password, "").Page(403); !strings.Contains(page, "second factor") {
		t.Errorf("the page says:\n%s", page)
	}
	try(apitest.Password, factor.WrongCode()).Page(401)
	if len(b.cookies) != 0 {
		t.Errorf("cookies %v", b.cookies)
	}
	if got := try(apitest.Password, factor.NextCode()); got.Status != 303 {
		t.Errorf("the right code: %d", got.Status)
	}
	b.open(newAttempt("stint").address()).Page(200)
	delete(b.cookies, "stint_browser")
	b.open(newAttempt("stint").address())
	for range 4 { // with the right one, these are five in a minute
		try("wrong password", "").Page(401)
		b.open(newAttempt("stint").address())
	}
	try(apitest.Password, "").Page(429)
	api.Send(apitest.Request{Method: "POST", Path: "/api/auth/login", Body: object{"email": u.Email,
		"password": apitest.Password}}).Problem(429, "rate_limited") // they share the window
	if sessions := u.Get("/api/auth/sessions").Items(); len(sessions) != 2 {
		t.Errorf("%d sessions", len(sessions))
	}
}

// A workspace that allows no apps, or none like this one, or asks for more of the session, is not offered; nor is it
// taken when the form names it.
func TestWorkspacesThatCannotBeChosen(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	u, m, outsider := api.Register("ada"), newMaker(t), api.Register("eve")
	workspace := "/api/workspaces/" + u.WorkspaceID
	for name, c := range map[string]struct {
		client   string
		settings object
		want     bool
	}{
		"any":                    {m.id, object{"apps": "any"}, true},
		"registered, a document": {m.id, object{"apps": "registered"}, false},
		"registered, stint":      {"stint", object{"apps": "registered"}, true},
		"none":                   {"stint", object{"apps": "none"}, false},
		"other network":          {"stint", object{"allowedNetworks": []string{"198.51.100.0/24", "192.0.2.1/32"}}, true},
	} {
		u.Patch(workspace, object{"apps": "any", "allowedNetworks": nil}).OK()
		u.Patch(workspace, c.settings).OK()
		b := newBrowser(t, api)
		b.open(newAttempt(c.client).address())
		if page := b.signIn(u).Page(200); strings.Contains(page, `value="allow"`) != c.want {
			t.Errorf("%s: offered %v", name, !c.want)
		}
		answer := b.submit("allow", "workspace", u.WorkspaceID, "access", "read")
		if allowed := answer.Status == 303; allowed != c.want {
			t.Errorf("%s: the form answers %d", name, answer.Status)
		}
		if c.want {
			b.open(newAttempt(c.client).address())
			b.submit("allow", "access", "full").Page(400)
			b.submit("allow", "workspace", outsider.WorkspaceID).Page(400)
		}
	}
}

// A session that an admin ended for the only workspace is not blamed on the workspace: the page asks for a new one.
func TestAnEndedSessionLeadsToTheSignIn(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	u, b, device := owner.AddMember("mia", "user"), newBrowser(t, api), beginDevice(api, "stint")
	b.open(newAttempt("stint").address())
	b.signIn(u)
	endSessions := func() { owner.Delete("/api/workspaces/" + owner.WorkspaceID + "/members/" + u.ID + "/sessions").OK() }
	wantSignIn := func(answer *apitest.Answer) {
		t.Helper()
		page := answer.Page(200)
		if !strings.Contains(page, "Your session has ended") || strings.Contains(page, "Ask an owner or admin") ||
			!strings.Contains(page, `value="sign_in"`) {
			t.Errorf("the page says:\n%s", page)
		}
	}
	endSessions()
	wantSignIn(b.submit("allow"))
	owner.Patch("/api/workspaces/"+owner.WorkspaceID, object{"allowedNetworks": []string{"192.0.2.1/32"}}).OK()
	fromOther := apitest.Request{Method: "GET", Path: newAttempt("stint").address(), ClientIP: "198.51.100.1"}
	if page := b.send(fromOther).Page(200); !strings.Contains(page, "Ask an owner or admin") {
		t.Errorf("from another network, where a new session does not help, the page says:\n%s", page)
	}
	wantSignIn(b.open(newAttempt("stint").address()))
	b.signIn(u)
	answered(t, b.submit("allow"))

	b.open(devicePath)
	endSessions()
	wantSignIn(b.submit("find", "user_code", device["user_code"].(string)))
	b.signIn(u)
	b.submit("find", "user_code", device["user_code"].(string)).Page(200)
	b.submit("allow").Page(200)
}

// The user may allow less than the app asks for. Without offline_access the access ends soon.
func TestUsersMayAllowLess(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	u, a, b := api.Register("ada"), newAttempt("stint"), newBrowser(t, api)
	b.open(a.address("scope", "full"))
	b.signIn(u)
	code := answered(t, b.submit("allow", "access", "read")).Get("code")
	token := a.redeem(api, code).OK()
	if token["scope"] != "read" || token["refresh_token"] != nil {
		t.Errorf("token %v", token)
	}
	if got := grants(t, api); got != 1 {
		t.Errorf("%d grants", got)
	}
	api.Clock.Advance(31 * time.Minute)
	u = u.SignInAgain()
	if all := u.Get("/api/me/apps").Items(); len(all) != 1 || all[0]["status"] != "expired" {
		t.Errorf("grants %v", all)
	}
}

// A user who has allowed as many apps as one may have is told, and so is the app.
func TestTooManyApps(t *testing.T) {
	t.Parallel()
	api := apitest.New(t, func(c *config.Config) { c.Limits.Apps = 1 })
	u, b := api.Register("ada"), newBrowser(t, api)
	b.allow(u, newAttempt("stint"))
	b.open(newAttempt("stint").address())
	if page := b.submit("allow").Page(409); !strings.Contains(page, "too many apps") {
		t.Errorf("the page says:\n%s", page)
	}
	if got := answered(t, b.submit("refuse")); got.Get("error") != "access_denied" {
		t.Errorf("the app is told %v", got)
	}
	device := beginDevice(api, "stint")
	b.open(devicePath)
	b.submit("find", "user_code", device["user_code"].(string))
	b.submit("allow").Page(409)
	b.submit("refuse").Page(200)
	wantFailure(t, poll(api, device), 400, "access_denied")
}

// A consent whose app never fetches its tokens makes room when it cannot fetch them any more. One that did keeps it.
func TestConsentsThatNobodyRedeemsMakeRoom(t *testing.T) {
	t.Parallel()
	api := apitest.New(t, func(c *config.Config) { c.Limits.Apps = 2 })
	u, b := api.Register("ada"), newBrowser(t, api)
	b.allow(u, newAttempt("stint"))
	device := beginDevice(api, "stint")
	b.open(devicePath)
	b.submit("find", "user_code", device["user_code"].(string))
	b.submit("allow").Page(200)
	b.open(newAttempt("stint").address())
	b.submit("allow").Page(409)
	api.Clock.Advance(15 * time.Minute)
	for range 2 {
		a := newAttempt("stint")
		token := a.redeem(api, b.allow(u, a)).OK()
		if token["expires_in"] != 900.0 {
			t.Errorf("token %v", token)
		}
	}
	api.Clock.Advance(15 * time.Minute)
	b.open(newAttempt("stint").address())
	b.submit("allow").Page(409)
	all := u.SignInAgain().Get("/api/me/apps").Items()
	if len(all) == 0 {
		t.Error("no grant is listed")
	}
	for _, grant := range all {
		if grant["status"] != "active" {
			t.Errorf("grant %v", grant)
		}
	}
}

// The pages speak the language of the browser, and that of the user once they are signed in.
func TestLanguages(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	u := api.Register("ada")
	u.Patch("/api/auth/me/preferences", object{"preferredLanguage": "de"}).OK()
	b := newBrowser(t, api)
	for language, want := range map[string]string{"de": "Bei Stint anmelden", "fr": "Se connecter à Stint",
		"es": "Iniciar sesión en Stint", "en": "Sign in to Stint"} {
		b.header["Accept-Language"] = language
		if page := b.open(newAttempt("stint").address()).Page(200); !strings.Contains(page, want) {
			t.Errorf("%s: lacks %q", language, want)
		}
	}
	b.header["Accept-Language"] = "fr"
	if page := b.signIn(u).Page(200); !strings.Contains(page, "Stint erlauben?") {
		t.Errorf("the page is not in the language of the user:\n%s", page)
	}
}
