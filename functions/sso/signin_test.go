package sso_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"stint/functions/apitest"
	"stint/shared/config"
	"stint/shared/testkit"
	"stint/shared/testkit/idp"
)

func TestProvidersTellTheTruth(t *testing.T) {
	t.Parallel()
	configured, _ := apitest.NewSSO(t)
	for want, h := range map[bool]*apitest.House{true: configured, false: apitest.New(t)} {
		for _, p := range h.Send(apitest.Request{Method: "GET", Path: "/api/auth/providers"}).Items() {
			if p["id"] == "external" && (p["enabled"] != want || p["kind"] != "oidc") {
				t.Errorf("provider %v, want enabled %t", p, want)
			}
		}
	}
}

func TestWithoutAProviderThereIsNothing(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	for _, path := range []string{start, start + "?return_to=//evil", callback + "?code=a&state=b", verifyPath + "?token=x"} {
		h.Send(apitest.Request{Method: "GET", Path: path}).Problem(404, "not_found")
	}
	for _, body := range []any{object{"token": "x"}, "{broken", nil} {
		h.Send(apitest.Request{Method: "POST", Path: verifyPath, Body: body}).Problem(404, "not_found")
	}
}

func TestStart(t *testing.T) {
	t.Parallel()
	h, _ := apitest.NewSSO(t)
	answer := h.Send(apitest.Request{Method: "GET", Path: start})
	got := answer.OK()
	address, err := url.Parse(got["authorization_url"].(string))
	if err != nil || got["expires_in"] != 600.0 || address.Query().Get("state") != got["state"] {
		t.Errorf("answer %v", got)
	}
	if want := apitest.Address + callback; address.Query().Get("redirect_uri") != want {
		t.Errorf("redirect address %q, want %q", address.Query().Get("redirect_uri"), want)
	}
	cookie := answer.Cookies()[0]
	if cookie.Name != "stint_oauth" || !cookie.HttpOnly || cookie.Secure || cookie.SameSite != http.SameSiteLaxMode || cookie.Path != "/api/auth" || cookie.MaxAge != 600 {
		t.Errorf("cookie %v", cookie)
	}
	browser := h.Send(apitest.Request{Method: "GET", Path: start, Header: map[string]string{"Accept": "text/html"}})
	if to := browser.Header.Get("Location"); browser.Status != 302 || !strings.HasPrefix(to, address.Scheme+"://"+address.Host+"/authorize?") {
		t.Errorf("a browser gets %d to %q", browser.Status, to)
	}
}

// Outside of localhost the cookie goes over https alone, under the service's
// own path.
func TestCookieOfADeployedService(t *testing.T) {
	t.Parallel()
	h, _ := apitest.NewSSO(t, func(c *config.Config) { c.PublicURL = "https://api.example.com/live" })
	cookie := h.Send(apitest.Request{Method: "GET", Path: start}).Cookies()[0]
	if !cookie.Secure || cookie.Path != "/live/api/auth" {
		t.Errorf("cookie %v", cookie)
	}
}

func TestAVerifiedAddressThatNobodyHasGetsAnAccount(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewSSO(t)
	answer := h.Begin("", "").As(provider, ada).End()
	session := answer.OK()
	user, workspace := session["user"].(object), session["workspace"].(object)
	if user["email"] != ada.Email || user["email_verified"] != true || user["display_name"] != "Ada Lovelace" {
		t.Errorf("user %v", user)
	}
	if workspace["name"] != "Ada Lovelace's workspace" || workspace["role"] != "owner" || session["token_type"] != "Bearer" || session["expires_in"] != 900.0 {
		t.Errorf("session %v", session)
	}
	p := h.Signed(answer)
	me := p.Get("/api/auth/me").OK()
	if logins(p) != 1 || me["has_password"] != false || p.Cookie == nil {
		t.Errorf("account %v", me)
	}
	h.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh", Cookies: []*http.Cookie{p.Cookie}}).OK()
	h.Deliver()
	if mails := h.Mails(ada.Email); len(mails) != 0 {
		t.Errorf("%d mails about an address that is proven", len(mails))
	}
	again := h.Signed(h.Begin("", "").As(provider, ada).End())
	if again.ID != p.ID || again.WorkspaceID != p.WorkspaceID || again.Token == p.Token {
		t.Error("the second sign-in leads elsewhere")
	}
}

// The address at the provider may change: the subject is who they are.
func TestAKnownLoginIsKnownByItsSubject(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewSSO(t)
	p := h.Signed(h.Begin("", "").As(provider, ada).End())
	moved := idp.Person{Subject: ada.Subject, Email: "countess@example.com", Verified: false}
	again := h.Signed(h.Begin("", "").As(provider, moved).End())
	if again.ID != p.ID || again.Email != ada.Email {
		t.Errorf("another account: %s %s", again.ID, again.Email)
	}
	nameless := idp.Person{Subject: ada.Subject, Quiet: true}
	if same := h.Signed(h.Begin("", "").As(provider, nameless).End()); same.ID != p.ID || provider.Calls(idp.UserInfoPath) != 0 {
		t.Error("somebody known was asked for more")
	}
	other := idp.Person{Subject: "ADA-1", Email: "other@example.com", Verified: true}
	if q := h.Signed(h.Begin("", "").As(provider, other).End()); q.ID == p.ID {
		t.Error("subjects are compared without their case")
	}
}

func TestABrowserIsSentOn(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewSSO(t, func(c *config.Config) { c.Origins = []string{"https://app.example.com"} })
	for query, want := range map[string]string{
		"":                    "/p/signed-in",
		"?return_to=/app%3Fa": "/app?a",
		"?returnTo=https%3A%2F%2Fapp.example.com%2Fhome%23x": "https://app.example.com/home#x",
	} {
		answer := h.Begin("", query).As(provider, ada).EndInBrowser()
		if got := answer.Header.Get("Location"); answer.Status != 302 || got != want || len(answer.Body) != 0 {
			t.Errorf("%s: %d to %q, want %q\n%s", query, answer.Status, got, want, answer.Body)
		}
		cookie := refreshCookie(answer)
		if cookie == nil || !cookie.HttpOnly || strings.Contains(answer.Header.Get("Location"), cookie.Value) {
			t.Fatalf("cookie %v", cookie)
		}
		h.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh", Cookies: []*http.Cookie{cookie}}).OK()
	}
	h.Send(apitest.Request{Method: "GET", Path: "/p/signed-in"}).Page(200)
}

// Two windows may be on their way at once.
func TestTwoVisitsOfOneBrowser(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewSSO(t)
	first := h.Begin("", "").As(provider, ada)
	second := h.Begin("", "", first.Cookies...).As(provider, ada)
	if first.Cookies[0].Value != second.Cookies[len(second.Cookies)-1].Value {
		t.Error("the browser was given another cookie")
	}
	first.End().OK()
	second.Cookies = second.Cookies[:1]
	second.End().OK()
}

// The same person in many windows is one account.
func TestParallelFirstSignInsMakeOneAccount(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewSSO(t)
	visits := make([]*apitest.Visit, 6)
	for i := range visits {
		visits[i] = h.Begin("", "").As(provider, ada)
	}
	ids := make([]any, len(visits))
	testkit.Race(t, len(visits), func(i int) {
		answer := visits[i].End()
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
	if n := accounts(h); n != 1 {
		t.Errorf("%d accounts", n)
	}
}

// A name that the provider tells is made to fit.
func TestNamesOfProvidersAreMadeToFit(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewSSO(t)
	for name, want := range map[string]string{
		"":                           "who",
		" \t\r\n ":                   "who",
		"Eve\r\nSet-Cookie: a=b":     "Eve Set-Cookie: a=b",
		strings.Repeat("é", 300):     strings.Repeat("é", 100),
		"<script>alert(1)</script> ": "<script>alert(1)</script>",
	} {
		who := idp.Person{Subject: "s", Email: "who@example.com", Name: name, Verified: true}
		fresh, provider := h, provider
		if name != "" {
			fresh, provider = apitest.NewSSO(t)
		}
		user := fresh.Begin("", "").As(provider, who).End().OK()["user"].(object)
		if user["display_name"] != want {
			t.Errorf("%q becomes %q, want %q", name, user["display_name"], want)
		}
	}
}
