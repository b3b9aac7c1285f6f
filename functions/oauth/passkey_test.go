package oauth_test

import (
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/shared/config"
	"stint/shared/page"
)

const passkeyPath = "/api/auth/passkey/apps"

var passkeyPattern = regexp.MustCompile(
	`<div id="passkeys" hidden data-base="" data-path="` + passkeyPath + `" data-next="([^"]*)"`)

// wantScript checks that a page has the script that signs in with a passkey, allowed by its hash, or none.
func wantScript(t *testing.T, a *apitest.Answer, want bool) {
	t.Helper()
	text, policy := string(a.Body), a.Header.Get("Content-Security-Policy")
	if want != strings.Contains(text, "<script>"+page.PasskeyScript+"</script>") ||
		want != strings.Contains(policy, "script-src 'sha256-") || want != strings.Contains(policy, "connect-src 'self'") ||
		strings.Count(text, "<script") > 1 || strings.Contains(policy, "unsafe") {
		t.Errorf("want a script: %v, policy %q:\n%s", want, policy, text)
	}
}

// signInByPasskey sends what the script sends, and follows to where it leads.
func (b *browser) signInByPasskey(key *apitest.Passkey) *apitest.Answer {
	b.t.Helper()
	next := passkeyPattern.FindStringSubmatch(string(b.last.Body))
	if next == nil {
		b.t.Fatalf("the page offers no passkey: %d\n%s", b.last.Status, b.last.Body)
	}
	answer := b.send(passkeyRequest(key.Assert(), "Origin", apitest.BaseURL))
	if got := answer.OK(); len(got) != 1 || got["status"] != "ok" {
		b.t.Errorf("answer %v", got)
	}
	return b.open(html.UnescapeString(next[1]))
}

func passkeyRequest(body object, header, value string) apitest.Request {
	return apitest.Request{Method: "POST", Path: passkeyPath, Body: body, Header: map[string]string{header: value}}
}

// A passkey signs in to the pages, and counts as both factors. It leads back to the request of the app. After an hour,
// it proves again.
func TestAPasskeyAllowsAnApp(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	u, key := api.Register("ada"), apitest.NewPasskey(api)
	key.AddTo(u, "Laptop").OK()
	api.UserOf(key.SignIn()).Patch("/api/workspaces/"+u.WorkspaceID, object{"requireSecondFactor": true}).OK()
	b, a := newBrowser(t, api), newAttempt("stint")
	wantScript(t, b.open(a.address()), true)
	consent := b.signInByPasskey(key)
	wantScript(t, consent, false)
	if page := consent.Page(200); !strings.Contains(page, u.Email) || !strings.Contains(page, u.WorkspaceID) {
		t.Errorf("the page does not ask:\n%s", page)
	}
	cookie := b.cookies["stint_browser"]
	if cookie.Path != "/oauth" || !cookie.HttpOnly || cookie.MaxAge != int((12*time.Hour).Seconds()) ||
		b.cookies["stint_refresh"] != nil {
		t.Errorf("cookies %v", b.cookies)
	}
	a.redeem(api, answered(t, b.submit("allow")).Get("code")).OK()
	api.Clock.Advance(2 * time.Hour)
	if page := b.open(a.address()).Page(200); !strings.Contains(page, "prove again") {
		t.Errorf("an old session allows apps:\n%s", page)
	}
	b.signInByPasskey(key)
	if code := answered(t, b.submit("allow")).Get("code"); code == "" {
		t.Error("there is no code")
	}
}

// The page of devices takes a passkey, too, and keeps its code.
func TestAPasskeyConnectsADevice(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	u, key, b := api.Register("ada"), apitest.NewPasskey(api), newBrowser(t, api)
	key.AddTo(u, "Laptop").OK()
	device := beginDevice(api, "stint")
	b.open(strings.TrimPrefix(device["verification_uri_complete"].(string), apitest.BaseURL))
	b.signInByPasskey(key).Page(200)
	b.submit("find").Page(200)
	b.submit("allow").Page(200)
	poll(api, device).OK()
}

// Login CSRF: a page of another site, also one that may call the API, signs no browser in with an attacker's passkey.
// What proves nothing signs in nobody: a challenge that was answered or has expired, an unknown passkey.
func TestPasskeysOfOtherSitesSignNobodyIn(t *testing.T) {
	t.Parallel()
	api := apitest.New(t, func(c *config.Config) { c.AllowedOrigins = []string{"https://app.example.com"} })
	u, key := api.Register("eve"), apitest.NewPasskey(api)
	key.AddTo(u, "Key").OK()
	body := key.Assert()
	refuse := func(name string, r apitest.Request, status int, code string) {
		t.Helper()
		if answer := api.Send(r); answer.Status != status || len(answer.Cookies()) > 0 {
			t.Errorf("%s: %d with %v", name, answer.Status, answer.Cookies())
		} else {
			answer.Problem(status, code)
		}
	}
	refuse("another site", passkeyRequest(body, "Origin", "https://evil.example"), 403, "forbidden")
	refuse("an opaque origin", passkeyRequest(body, "Origin", "null"), 403, "forbidden")
	refuse("a front end", passkeyRequest(body, "Origin", "https://app.example.com"), 403, "forbidden")
	refuse("another site without an origin", passkeyRequest(body, "Sec-Fetch-Site", "cross-site"), 403, "forbidden")
	api.Send(passkeyRequest(body, "Sec-Fetch-Site", "same-origin")).OK()
	refuse("a used challenge", passkeyRequest(body, "Origin", apitest.BaseURL), 401, "unauthorized")
	late := key.Assert()
	api.Clock.Advance(5 * time.Minute)
	refuse("an old challenge", passkeyRequest(late, "Origin", apitest.BaseURL), 401, "unauthorized")
	unknown := apitest.NewPasskey(api)
	unknown.Authenticator.Options.UserHandle = []byte(u.ID)
	refuse("an unknown passkey", passkeyRequest(unknown.Assert(), "Origin", apitest.BaseURL), 401, "unauthorized")
}

// Where the service is reached by an address, browsers have no passkeys, and the page offers none.
func TestPagesWithoutPasskeys(t *testing.T) {
	t.Parallel()
	for _, host := range []string{"127.0.0.1", "::1"} {
		api := apitest.New(t, func(c *config.Config) { c.PasskeyRPID = host })
		wantScript(t, newBrowser(t, api).open(devicePath), false)
		if got := api.Send(passkeyRequest(object{}, "Origin", apitest.BaseURL)); got.Status != http.StatusNotFound {
			t.Errorf("%s: %d", host, got.Status)
		}
	}
}
