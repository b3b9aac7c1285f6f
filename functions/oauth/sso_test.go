package oauth_test

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit/idp"
)

var employee = idp.User{Subject: "ada-1", Email: "ada@example.com", Name: "Ada Lovelace", EmailVerified: true}

var ssoPattern = regexp.MustCompile(`href="([^"]*/sso/external/start[^"]*)"`)

// startSSO follows the link of the page that was opened last. The result is the address at the provider.
func (b *browser) startSSO() string {
	b.t.Helper()
	link := ssoPattern.FindStringSubmatch(string(b.last.Body))
	if link == nil {
		b.t.Fatalf("the page offers no single sign-on: %d\n%s", b.last.Status, b.last.Body)
	}
	answer := b.open(html.UnescapeString(link[1]))
	address, err := url.Parse(answer.Header.Get("Location"))
	if err != nil || answer.Status != http.StatusFound || address.Query().Get("prompt") != "login" ||
		address.Query().Get("max_age") != "0" {
		b.t.Fatalf("%d to %v, want a new sign-in at the provider", answer.Status, address)
	}
	return address.String()
}

// comeBack opens the callback with what the provider answered. The result is where it leads.
func (b *browser) comeBack(query url.Values) string {
	b.t.Helper()
	answer := b.open(apitest.SSOPath + "/callback?" + query.Encode())
	if answer.Status != http.StatusFound {
		b.t.Fatalf("the callback answers %d\n%s", answer.Status, answer.Body)
	}
	return answer.Header.Get("Location")
}

// signInBySSO signs a user in at the provider, from the page that was opened last, and returns to the page.
func (b *browser) signInBySSO(provider *idp.StandIn, u idp.User) *apitest.Answer {
	b.t.Helper()
	return b.open(b.comeBack(provider.Login(b.startSSO(), u)))
}

// sameRequest checks that an address is that of an attempt.
func sameRequest(t *testing.T, got string, want attempt) {
	t.Helper()
	u, err := url.Parse(got)
	sent, _ := url.Parse(want.address())
	if err != nil || u.Path != sent.Path || u.Query().Encode() != sent.Query().Encode() {
		t.Errorf("the provider leads back to %s, want %s", got, sent)
	}
}

// Single sign-on leads back to the very request of the app, in a session of the pages and no other. An account that
// has no password allows the app.
func TestSingleSignOnAllowsAnApp(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	m, b := newMaker(t), newBrowser(t, api)
	a := newAttempt(m.id)
	b.open(a.address()).Page(200)
	to := b.comeBack(provider.Login(b.startSSO(), employee))
	sameRequest(t, to, a)
	cookie := b.cookies["stint_browser"]
	if cookie == nil || cookie.Path != "/oauth" || !cookie.HttpOnly || cookie.SameSite != http.SameSiteLaxMode ||
		cookie.MaxAge != int((12*time.Hour).Seconds()) || b.cookies["stint_refresh"] != nil {
		t.Errorf("cookies %v", b.cookies)
	}
	if page := b.open(to).Page(200); !strings.Contains(page, employee.Email) {
		t.Errorf("the page does not name the account:\n%s", page)
	}
	code := answered(t, b.submit("allow")).Get("code")
	token := a.redeem(api, code).OK()["access_token"].(string)
	me := api.UseKey(token).OK()
	if me["user"].(object)["email"] != employee.Email || len(itemsIn(t, api, "USER#", "SESSION#")) != 1 {
		t.Errorf("me %v", me)
	}
}

// The page of devices leads to the provider and back, and keeps the code in its address.
func TestSingleSignOnConnectsADevice(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	b := newBrowser(t, api)
	device := beginDevice(api, "stint")
	code := device["user_code"].(string)
	b.open(strings.TrimPrefix(device["verification_uri_complete"].(string), apitest.BaseURL)).Page(200)
	if page := b.signInBySSO(provider, employee).Page(200); !strings.Contains(page, `value="`+code+`"`) {
		t.Errorf("the page lost the code:\n%s", page)
	}
	b.submit("find").Page(200)
	b.submit("allow").Page(200)
	poll(api, device).OK()
}

// A session that is not fresh any more is proved at the provider, which must ask its user. One that answers with an
// old sign-in proves nothing.
func TestSingleSignOnProvesAgain(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	b, a := newBrowser(t, api), newAttempt("stint")
	b.open(a.address())
	b.signInBySSO(provider, employee)
	page := b.last
	api.Clock.Advance(2 * time.Hour)
	if got := b.submit("allow"); got.Status != http.StatusSeeOther || grants(t, api) != 0 {
		t.Errorf("an old session allows an app: %d", got.Status)
	}
	signedInAt := api.Clock.Now().Add(-2 * time.Hour).Unix()
	provider.SetFaults(idp.Faults{Claims: func(claims map[string]any) { claims["auth_time"] = signedInAt }})
	b.open(a.address())
	if text := b.signInBySSO(provider, employee).Page(200); !strings.Contains(text, "You are not signed in") ||
		strings.Contains(text, `value="allow"`) {
		t.Errorf("an old sign-in at the provider is taken:\n%s", text)
	}
	provider.SetFaults(idp.Faults{})
	if text := b.signInBySSO(provider, employee).Page(200); !strings.Contains(text, `value="allow"`) {
		t.Errorf("the page does not ask:\n%s", text)
	}
	b.last = page
	if got := b.submit("allow"); got.Status != http.StatusForbidden {
		t.Errorf("the form of the session before: %d", got.Status)
	}
}

// A workspace that requires single sign-on takes a session by it, and no other. The page offers it to others.
func TestAWorkspaceRequiresSingleSignOnOfThePages(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	owner := api.UserOf(api.StartSSO("", "").Login(provider, employee).Finish())
	owner.Post("/api/auth/password/set", object{"newPassword": apitest.Password}).OK()
	owner.Patch("/api/workspaces/"+owner.WorkspaceID, object{"requireSso": true}).OK()
	b, a := newBrowser(t, api), newAttempt("stint")
	b.open(a.address())
	b.signIn(&apitest.User{Email: employee.Email})
	if page := b.last.Page(200); strings.Contains(page, `value="allow"`) {
		t.Errorf("a session by password is enough:\n%s", page)
	}
	if got := b.submit("allow", "workspace", owner.WorkspaceID, "access", "read"); got.Status != http.StatusBadRequest {
		t.Errorf("the form of a session by password: %d", got.Status)
	}
	if page := b.signInBySSO(provider, employee).Page(200); !strings.Contains(page, owner.WorkspaceID) {
		t.Errorf("a session by single sign-on is not enough:\n%s", page)
	}
	if code := answered(t, b.submit("allow")).Get("code"); code == "" {
		t.Error("there is no code")
	}
}
