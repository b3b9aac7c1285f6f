package pages_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/browser"
	"stint/internal/testkit/idp"
	"stint/shared/oauth"
)

// A browser signs in at a provider. No address that it opens, keeps in its history or
// sends as a referrer contains a secret. Each part has a user of its own.
func TestSingleSignOnInABrowser(t *testing.T) {
	api, address := newServedService(t)
	for name, test := range map[string]func(t *testing.T, api *apitest.Service, address string){
		"on a phone, without scripts":   signInOnAPhone,
		"on a desktop":                  signInOnADesktop,
		"an address is confirmed first": confirmSignIn,
		"consent is denied":             denyConsent,
		"the callback works once":       openCallbackTwice,
	} {
		t.Run(name, func(t *testing.T) { test(t, api, address) })
	}
}

func signInOnAPhone(t *testing.T, api *apitest.Service, address string) {
	signIn(t, browser.NewPhonePage(t), "phone", api, address)
}

func signInOnADesktop(t *testing.T, api *apitest.Service, address string) {
	signIn(t, browser.NewDesktopPage(t), "desktop", api, address)
}

// newServedService starts a test service with a certified provider that a browser can
// reach.
func newServedService(t *testing.T) (api *apitest.Service, address string) {
	t.Helper()
	api, address = apitest.NewWithServer(t, apitest.WithCertifiedSSO(t))
	api.Clock.Set(time.Now())
	return api, address
}

// logIn starts a flow and fills in the provider's forms.
func logIn(p *browser.Page, address, name string) {
	p.Open(address + apitest.SSOPath + "/start")
	fillProviderForms(p, name)
}

func fillProviderForms(p *browser.Page, name string) {
	p.Fill("Enter any login", name)
	p.Fill("and password", "any")
	p.Click("Sign-in")
	p.WaitForText("scopes:")
	p.Click("Continue")
}

// signIn signs in a user who has the name of the device.
func signIn(t *testing.T, p *browser.Page, device string, api *apitest.Service, address string) {
	issuedBefore := len(idp.IssuedTokens(t, api.Deps.Config.OIDC.Issuer))
	logIn(p, address, device)
	p.WaitForText("You are signed in", "you can close this page")
	p.Screenshot("signed-in-" + device)
	if got := p.URL(); got != address+"/p/signed-in" {
		t.Errorf("the browser ended at %s", got)
	}
	session := sessionOf(t, p, api)
	if me := session.Get("/api/auth/me").OK(); me["email"] != device+"@example.com" || me["email_verified"] != true ||
		me["display_name"] != device+" of the provider" {
		t.Errorf("account %v", me)
	}
	if back := callbackOf(t, p); back.Status != 302 || back.Location != "/p/signed-in" {
		t.Errorf("the callback answers %d, to %s", back.Status, back.Location)
	}
	wantNoSecrets(t, p, secretsOf(t, p, api, session, issuedBefore))
	again := api.UserOf(api.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh",
		Cookies: []*http.Cookie{session.RefreshCookie}}))
	if again.ID != session.ID {
		t.Error("another account")
	}
}

// sessionOf is the session of a browser's refresh cookie. It checks the attributes of
// the cookie: no access by scripts, only for the sign-in routes.
func sessionOf(t *testing.T, p *browser.Page, api *apitest.Service) *apitest.User {
	t.Helper()
	c := p.Cookie("stint_refresh")
	if !c.HTTPOnly || c.SameSite != "Lax" || c.Path != "/api/auth" || c.Domain != "localhost" {
		t.Errorf("cookie %+v", c)
	}
	if left := time.Until(time.Unix(int64(c.Expires), 0)); left < 29*24*time.Hour || left > 90*24*time.Hour {
		t.Errorf("the cookie expires after %v", left)
	}
	return api.UserOf(api.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh",
		Cookies: []*http.Cookie{c.ToHTTP()}}))
}

// callbackOf is the request with which a browser came back from the provider.
func callbackOf(t *testing.T, p *browser.Page) browser.Exchange {
	t.Helper()
	all := p.Exchanges()
	at := slices.IndexFunc(all, func(e browser.Exchange) bool {
		return strings.Contains(e.URL, apitest.SSOPath+"/callback?")
	})
	if at < 0 {
		t.Fatalf("the browser did not come back: %v", p.History())
	}
	return all[at]
}

// secretsOf lists the secrets of a sign-in, by their names. The provider issued some tokens before it.
func secretsOf(t *testing.T, p *browser.Page, api *apitest.Service, session *apitest.User,
	issuedBefore int) map[string]string {
	t.Helper()
	back, err := url.Parse(callbackOf(t, p).URL)
	if err != nil {
		t.Fatal(err)
	}
	attempt, err := oauth.ResumeAttempt(t.Context(), api.Deps.Secrets, back.Query().Get("state"))
	if err != nil {
		t.Fatal(err)
	}
	secrets := map[string]string{
		"client secret": idp.ClientSecret, "access token": session.Token, "refresh token": p.Cookie("stint_refresh").Value,
		"rotated refresh token": session.RefreshCookie.Value, "browser cookie": p.Cookie(oauth.BrowserCookie).Value,
		"verifier": attempt.Verifier,
	}
	issued := idp.IssuedTokens(t, api.Deps.Config.OIDC.Issuer)[issuedBefore:]
	if len(issued) != 2 {
		t.Fatalf("the provider issued %d tokens, want two", len(issued))
	}
	secrets["provider's access token"], secrets["ID token"] = issued[0], issued[1]
	for name, secret := range secrets {
		if len(secret) < 20 {
			t.Fatalf("the %s is %q", name, secret)
		}
	}
	return secrets
}

// wantNoSecrets checks that no secret is in an address, a referrer, the history or on
// the page. Only the code is in one address: it works once and needs the verifier.
func wantNoSecrets(t *testing.T, p *browser.Page, secrets map[string]string) {
	t.Helper()
	back, err := url.Parse(callbackOf(t, p).URL)
	if err != nil || back.Query().Get("code") == "" || back.Query().Get("state") == "" {
		t.Fatalf("came back by %v (%v)", back, err)
	}
	addresses, referers := p.History(), []string{}
	for _, e := range p.Exchanges() {
		addresses = append(addresses, e.URL, e.Location)
		referers = append(referers, e.Referer)
	}
	wantAbsent(t, "an address", append(addresses, p.Text()), secrets)
	secrets["code"], secrets["state"] = back.Query().Get("code"), back.Query().Get("state")
	wantAbsent(t, "a referer", referers, secrets)
	wantAbsent(t, "the history", p.History(), secrets)
	for _, address := range addresses {
		if strings.Contains(address, "eyJ") || strings.Contains(address, "_token=") {
			t.Errorf("a token in %s", address)
		}
	}
}

// wantAbsent checks that no text contains a secret, plain or encoded.
func wantAbsent(t *testing.T, where string, texts []string, secrets map[string]string) {
	t.Helper()
	for _, text := range texts {
		read, err := url.QueryUnescape(text)
		if err != nil {
			read = text
		}
		for name, secret := range secrets {
			if strings.Contains(text, secret) || strings.Contains(read, secret) {
				t.Errorf("the %s is in %s: %s", name, where, text)
			}
		}
	}
}

// confirmSignIn confirms a sign-in by mail on a phone, with the keyboard alone.
func confirmSignIn(t *testing.T, api *apitest.Service, address string) {
	p := browser.NewPhonePage(t)
	logIn(p, address, "unverified-bob")
	p.WaitForText("Check your mail")
	p.Screenshot("check-mail-phone")
	for _, c := range p.Cookies() {
		if c.Name == "stint_refresh" {
			t.Error("a session was opened before the address was confirmed")
		}
	}
	link := mailedLink(t, api, "unverified-bob@example.com", "/p/sso-verify")
	mailed := browser.NewPhonePage(t)
	mailed.Open(link)
	mailed.WaitForText("Confirm your sign-in", "u***@example.com", "Was that you, just now?")
	mailed.CheckAccessible()
	mailed.Screenshot("sso-verify-phone")
	for _, want := range []string{"Skip to the content", "Yes, it was me"} {
		mailed.Press("Tab")
		if name, outlined := mailed.Focused(); name != want || !outlined {
			t.Errorf("the focus is on %q (outlined: %t), want %q", name, outlined, want)
		}
	}
	mailed.Press("Enter")
	mailed.WaitForText("You are signed in", "single sign-on works without a confirmation")
	mailed.CheckAccessible()
	mailed.Screenshot("sso-verified-phone")
	session := sessionOf(t, mailed, api)
	if me := session.Get("/api/auth/me").OK(); me["email"] != "unverified-bob@example.com" ||
		me["email_verified"] != true {
		t.Errorf("account %v", me)
	}
	wantTokenOnlyInLink(t, mailed, link, session)
	phone := browser.NewPhonePage(t)
	phone.Open(link)
	phone.WaitForText("This link does not work any more", "Sign in again with single sign-on")
	phone.CheckAccessible()
}

// wantTokenOnlyInLink checks that only the link itself contains its token.
func wantTokenOnlyInLink(t *testing.T, p *browser.Page, link string, session *apitest.User) {
	t.Helper()
	_, token, _ := strings.Cut(link, "token=")
	secrets := map[string]string{
		"mailed token": token, "refresh token": p.Cookie("stint_refresh").Value,
		"rotated refresh token": session.RefreshCookie.Value, "access token": session.Token,
	}
	sent := 0
	for _, e := range p.Exchanges() {
		wantAbsent(t, "a referer", []string{e.Referer, e.Location}, secrets)
		if e.URL != link {
			wantAbsent(t, "an address", []string{e.URL}, secrets)
			sent++
		}
	}
	if sent == 0 {
		t.Error("the form was not sent")
	}
}

// denyConsent denies the consent at the provider and sees the failure page.
func denyConsent(t *testing.T, api *apitest.Service, address string) {
	p := browser.NewPhonePage(t)
	p.Open(address + apitest.SSOPath + "/start")
	p.Follow("[ Cancel ]")
	p.WaitForText("The sign-in did not work", "It was cancelled", "Nothing was changed.", "external_oauth_error")
	p.Screenshot("sso-denied-phone")
	if back := callbackOf(t, p); back.Status != 302 || !strings.Contains(back.URL, "error=access_denied") {
		t.Errorf("%d at %s", back.Status, back.URL)
	}
	if strings.Contains(strings.Join(p.History(), " "), "state=") {
		t.Errorf("the parameters are still in the history: %v", p.History())
	}
	for _, c := range p.Cookies() {
		if c.Name == "stint_refresh" {
			t.Error("a session was opened without consent")
		}
	}
	p.Follow("Sign in again")
	fillProviderForms(p, "dora")
	p.WaitForText("You are signed in")
	sessionOf(t, p, api).Get("/api/auth/me").OK()
}

// openCallbackTwice opens the callback again, as a reload does.
func openCallbackTwice(t *testing.T, api *apitest.Service, address string) {
	p := browser.NewPhonePage(t)
	logIn(p, address, "tom")
	p.WaitForText("You are signed in")
	session := p.Cookie("stint_refresh")
	p.Open(callbackOf(t, p).URL)
	p.WaitForText("The sign-in did not work", "It was finished before", "pkce_state_not_found")
	p.Screenshot("sso-twice-phone")
	if p.Status != 200 || p.Cookie("stint_refresh") != session {
		t.Errorf("%d, or the session has changed", p.Status)
	}
	sessionOf(t, p, api).Get("/api/auth/me").OK()
	lost := browser.NewPhonePage(t) // a browser that has started no flow
	lost.Open(callbackOf(t, p).URL)
	lost.WaitForText("started in another browser")
	lost.CheckAccessible()
}
