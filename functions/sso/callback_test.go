package sso_test

import (
	"net/http"
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/internal/testkit/idp"
	"stint/shared/config"
)

func TestVerifiedAddressGetsAnAccount(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	answer := api.StartSSO("", "").Login(provider, proven).Finish()
	session := answer.OK()
	user, workspace := session["user"].(object), session["workspace"].(object)
	if user["email"] != proven.Email || user["email_verified"] != true || user["display_name"] != "Ada Lovelace" {
		t.Errorf("user %v", user)
	}
	if workspace["name"] != "Ada Lovelace's workspace" || workspace["role"] != "owner" ||
		session["token_type"] != "Bearer" || session["expires_in"] != 900.0 {
		t.Errorf("session %v", session)
	}
	p := api.UserOf(answer)
	me := p.Get("/api/auth/me").OK()
	if countLogins(p) != 1 || me["has_password"] != false || p.RefreshCookie == nil {
		t.Errorf("account %v", me)
	}
	api.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh", Cookies: []*http.Cookie{p.RefreshCookie}}).OK()
	api.RunWorker()
	if mails := api.MailsTo(proven.Email); len(mails) != 0 {
		t.Errorf("%d mails to a verified address", len(mails))
	}
	again := api.UserOf(api.StartSSO("", "").Login(provider, proven).Finish())
	if again.ID != p.ID || again.WorkspaceID != p.WorkspaceID || again.Token == p.Token {
		t.Error("the second sign-in opened another account")
	}
}

// A user is identified by the subject, since the address at the provider may change.
func TestLoginIsFoundBySubject(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	p := api.UserOf(api.StartSSO("", "").Login(provider, proven).Finish())
	moved := idp.User{Subject: proven.Subject, Email: "countess@example.com", EmailVerified: false}
	again := api.UserOf(api.StartSSO("", "").Login(provider, moved).Finish())
	if again.ID != p.ID || again.Email != proven.Email {
		t.Errorf("another account: %s %s", again.ID, again.Email)
	}
	nameless := idp.User{Subject: proven.Subject, EmailOnlyInUserInfo: true}
	if same := api.UserOf(api.StartSSO("", "").Login(provider, nameless).Finish()); same.ID != p.ID ||
		provider.CountCalls(idp.UserInfoPath) != 0 {
		t.Error("a known user was asked to confirm their address")
	}
	other := idp.User{Subject: "ADA-1", Email: "other@example.com", EmailVerified: true}
	if q := api.UserOf(api.StartSSO("", "").Login(provider, other).Finish()); q.ID == p.ID {
		t.Error("subjects are compared without their case")
	}
}

func TestBrowserIsRedirected(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t,
		func(c *config.Config) { c.AllowedOrigins = []string{"https://app.example.com"} })
	for query, want := range map[string]string{
		"":                    "/p/signed-in",
		"?return_to=/app%3Fa": "/app?a",
		"?returnTo=https%3A%2F%2Fapp.example.com%2Fhome%23x": "https://app.example.com/home#x",
	} {
		answer := api.StartSSO("", query).Login(provider, proven).FinishInBrowser()
		if got := answer.Header.Get("Location"); answer.Status != 302 || got != want || len(answer.Body) != 0 {
			t.Errorf("%s: %d to %q, want %q\n%s", query, answer.Status, got, want, answer.Body)
		}
		cookie := refreshCookie(answer)
		if cookie == nil || !cookie.HttpOnly || strings.Contains(answer.Header.Get("Location"), cookie.Value) {
			t.Fatalf("cookie %v", cookie)
		}
		api.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh", Cookies: []*http.Cookie{cookie}}).OK()
	}
	api.Send(apitest.Request{Method: "GET", Path: "/p/signed-in"}).Page(200)
}

// Two flows can run in one browser at the same time.
func TestTwoFlowsInOneBrowser(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	first := api.StartSSO("", "").Login(provider, proven)
	second := api.StartSSO("", "", first.Cookies...).Login(provider, proven)
	if first.Cookies[0].Value != second.Cookies[len(second.Cookies)-1].Value {
		t.Error("the browser was given another cookie")
	}
	first.Finish().OK()
	second.Cookies = second.Cookies[:1]
	second.Finish().OK()
}

// Concurrent first sign-ins of one user create one account.
func TestParallelFirstSignInsMakeOneAccount(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	flows := make([]*apitest.SSOFlow, 6)
	for i := range flows {
		flows[i] = api.StartSSO("", "").Login(provider, proven)
	}
	ids := make([]any, len(flows))
	testkit.Race(t, len(flows), func(i int) {
		answer := flows[i].Finish()
		if answer.Status != 200 {
			t.Errorf("%d\n%s", answer.Status, answer.Body)
			return
		}
		if user, ok := answer.JSON()["user"].(object); ok {
			ids[i] = user["id"]
		}
	})
	for _, id := range ids {
		if id == nil || id != ids[0] {
			t.Errorf("accounts %v", ids)
		}
	}
	if n := countAccounts(api); n != 1 {
		t.Errorf("%d accounts", n)
	}
}

// A name from the provider is changed to a valid one.
func TestProviderNamesAreMadeValid(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	for name, want := range map[string]string{
		"":                           "who",
		" \t\r\n ":                   "who",
		"Eve\r\nSet-Cookie: a=b":     "Eve Set-Cookie: a=b",
		strings.Repeat("é", 300):     strings.Repeat("é", 100),
		"<script>alert(1)</script> ": "<script>alert(1)</script>",
	} {
		identity := idp.User{Subject: "s", Email: "who@example.com", Name: name, EmailVerified: true}
		fresh, provider := api, provider
		if name != "" {
			fresh, provider = apitest.NewWithSSO(t)
		}
		user := fresh.StartSSO("", "").Login(provider, identity).Finish().OK()["user"].(object)
		if user["display_name"] != want {
			t.Errorf("%q becomes %q, want %q", name, user["display_name"], want)
		}
	}
}
