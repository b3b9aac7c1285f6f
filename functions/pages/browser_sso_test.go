package pages_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"stint/functions/apitest"
	"stint/internal/browser"
	"stint/shared/oauth"
	"stint/shared/testkit/idp"
)

// People sign in at a provider with their own browser, and no address that it
// goes to, keeps or tells holds anything that lets somebody in.
func TestSingleSignOnInABrowser(t *testing.T) {
	b := browser.Start(t)
	for name, test := range map[string]func(t *testing.T, b *browser.Browser){
		"on a phone, without scripts": func(t *testing.T, b *browser.Browser) { signsOn(t, b.Phone(t), "phone") },
		"on a desktop":                func(t *testing.T, b *browser.Browser) { signsOn(t, b.Desktop(t), "desktop") },
		"an address is proven first":  confirmsSignIn,
		"no is an answer":             saysNo,
		"the way back is good once":   comesBackTwice,
	} {
		t.Run(name, func(t *testing.T) { test(t, b) })
	}
}

// provided is a house with a certified provider that a browser reaches.
func provided(t *testing.T) (h *apitest.House, address string) {
	t.Helper()
	h, address = apitest.NewServed(t, apitest.SignOnCertified(t))
	h.Clock.Set(time.Now())
	return h, address
}

// logsIn goes to the provider and through its forms.
func logsIn(p *browser.Page, address, name string) {
	p.Open(address + apitest.SSO + "/start")
	throughForms(p, name)
}

func throughForms(p *browser.Page, name string) {
	p.FillHinted("Enter any login", name)
	p.FillHinted("and password", "any")
	p.Click("Sign-in")
	p.Says("scopes:")
	p.Click("Continue")
}

func signsOn(t *testing.T, p *browser.Page, device string) {
	h, address := provided(t)
	logsIn(p, address, "ada")
	p.Says("You are signed in", "you can close this page")
	p.Shot("signed-in-" + device)
	if got := p.URL(); got != address+"/p/signed-in" {
		t.Errorf("ended at %s", got)
	}
	session := heldBy(t, p, h)
	if me := session.Get("/api/auth/me").OK(); me["email"] != "ada@example.com" || me["email_verified"] != true || me["display_name"] != "ada of the provider" {
		t.Errorf("account %v", me)
	}
	if back := wayBack(t, p); back.Status != 302 || back.Location != "/p/signed-in" {
		t.Errorf("the way back answers %d, to %s", back.Status, back.Location)
	}
	tellsNobody(t, p, secretsOf(t, p, h, session))
	again := h.Signed(h.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh", Cookies: []*http.Cookie{session.Cookie}}))
	if again.ID != session.ID {
		t.Error("another account")
	}
}

// heldBy is the session whose cookie a browser holds, in the way that the
// cookie should be held: out of the reach of scripts, for the sign-in alone.
func heldBy(t *testing.T, p *browser.Page, h *apitest.House) *apitest.Person {
	t.Helper()
	c := p.Cookie("stint_refresh")
	if !c.HTTPOnly || c.SameSite != "Lax" || c.Path != "/api/auth" || c.Domain != "localhost" {
		t.Errorf("cookie %+v", c)
	}
	if left := time.Until(time.Unix(int64(c.Expires), 0)); left < 29*24*time.Hour || left > 90*24*time.Hour {
		t.Errorf("the cookie lasts %v", left)
	}
	return h.Signed(h.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh", Cookies: []*http.Cookie{c.Sent()}}))
}

// wayBack is the request by which the provider sent a browser back to us.
func wayBack(t *testing.T, p *browser.Page) browser.Exchange {
	t.Helper()
	all := p.Visited()
	at := slices.IndexFunc(all, func(e browser.Exchange) bool { return strings.Contains(e.URL, apitest.SSO+"/callback?") })
	if at < 0 {
		t.Fatalf("the browser never came back: %v", p.History())
	}
	return all[at]
}

// secretsOf are what lets somebody in, or was used on the way, by its name.
func secretsOf(t *testing.T, p *browser.Page, h *apitest.House, session *apitest.Person) map[string]string {
	t.Helper()
	back, err := url.Parse(wayBack(t, p).URL)
	if err != nil {
		t.Fatal(err)
	}
	secrets := map[string]string{
		"client secret": idp.ClientSecret, "access token": session.Token, "refresh token": p.Cookie("stint_refresh").Value,
		"rotated refresh token": session.Cookie.Value, "browser cookie": p.Cookie(oauth.BrowserCookie).Value,
		"verifier": oauth.Resume(h.Deps.Config.MasterSecret, back.Query().Get("state")).Verifier,
	}
	issued := idp.Issued(t, h.Deps.Config.OIDC.Issuer)
	if len(issued) != 2 {
		t.Fatalf("the provider gave out %d tokens, want two", len(issued))
	}
	secrets["provider's access token"], secrets["ID token"] = issued[0], issued[1]
	for name, secret := range secrets {
		if len(secret) < 20 {
			t.Fatalf("the %s is %q", name, secret)
		}
	}
	return secrets
}

// tellsNobody checks that no secret stands where others may read it: in an
// address, in where one came from, in what the buttons lead back to, on the page.
// The code, which works once and by the verifier alone, is in one address.
func tellsNobody(t *testing.T, p *browser.Page, secrets map[string]string) {
	t.Helper()
	back, err := url.Parse(wayBack(t, p).URL)
	if err != nil || back.Query().Get("code") == "" || back.Query().Get("state") == "" {
		t.Fatalf("came back by %v (%v)", back, err)
	}
	addresses, referers := p.History(), []string{}
	for _, e := range p.Visited() {
		addresses = append(addresses, e.URL, e.Location)
		referers = append(referers, e.Referer())
	}
	lackAll(t, "an address", append(addresses, p.Text()), secrets)
	secrets["code"], secrets["state"] = back.Query().Get("code"), back.Query().Get("state")
	lackAll(t, "a referer", referers, secrets)
	lackAll(t, "the history", p.History(), secrets)
	for _, address := range addresses {
		if strings.Contains(address, "eyJ") || strings.Contains(address, "_token=") {
			t.Errorf("a token in %s", address)
		}
	}
}

// lackAll checks that no text holds a secret, encoded or not.
func lackAll(t *testing.T, where string, texts []string, secrets map[string]string) {
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

// confirmsSignIn goes through the mail by keyboard alone, on a phone.
func confirmsSignIn(t *testing.T, b *browser.Browser) {
	h, address := provided(t)
	p := b.Phone(t)
	logsIn(p, address, "unverified-bob")
	p.Says("Look into your mailbox")
	p.Shot("check-mail-phone")
	for _, c := range p.Cookies() {
		if c.Name == "stint_refresh" {
			t.Error("somebody is in before the address is proven")
		}
	}
	link := mailedLink(t, h, "unverified-bob@example.com", address)
	mailed := b.Phone(t)
	mailed.Open(link)
	mailed.Says("Confirm your sign-in", "u***@example.com", "Was that you, just now?")
	mailed.Accessible()
	mailed.Shot("sso-verify-phone")
	for _, want := range []string{"Skip to the content", "Yes, it was me"} {
		mailed.Press("Tab")
		if name, outlined := mailed.Focused(); name != want || !outlined {
			t.Errorf("the focus is on %q (outlined: %t), want %q", name, outlined, want)
		}
	}
	mailed.Press("Enter")
	mailed.Says("You are signed in", "single sign-on lets you in directly")
	mailed.Accessible()
	mailed.Shot("sso-verified-phone")
	session := heldBy(t, mailed, h)
	if me := session.Get("/api/auth/me").OK(); me["email"] != "unverified-bob@example.com" || me["email_verified"] != true {
		t.Errorf("account %v", me)
	}
	keepsTheLink(t, mailed, link, session)
	dead := b.Phone(t)
	dead.Open(link)
	dead.Says("This link does not work any more", "Sign in again by single sign-on")
	dead.Accessible()
}

// keepsTheLink checks that the token of a link is in that link alone.
func keepsTheLink(t *testing.T, p *browser.Page, link string, session *apitest.Person) {
	t.Helper()
	_, token, _ := strings.Cut(link, "token=")
	secrets := map[string]string{
		"mailed token": token, "refresh token": p.Cookie("stint_refresh").Value, "rotated refresh token": session.Cookie.Value, "access token": session.Token,
	}
	sent := 0
	for _, e := range p.Visited() {
		lackAll(t, "a referer", []string{e.Referer(), e.Location}, secrets)
		if e.URL != link {
			lackAll(t, "an address", []string{e.URL}, secrets)
			sent++
		}
	}
	if sent == 0 {
		t.Error("the form was not sent")
	}
}

// saysNo is what people see who change their mind at the provider.
func saysNo(t *testing.T, b *browser.Browser) {
	h, address := provided(t)
	p := b.Phone(t)
	p.Open(address + apitest.SSO + "/start")
	p.Follow("[ Cancel ]")
	p.Says("The sign-in did not work", "It was cancelled", "Nothing was changed.", "external_oauth_error")
	p.Shot("sso-denied-phone")
	if back := wayBack(t, p); back.Status != 302 || !strings.Contains(back.URL, "error=access_denied") {
		t.Errorf("%d at %s", back.Status, back.URL)
	}
	if strings.Contains(strings.Join(p.History(), " "), "state=") {
		t.Errorf("what it came with stays: %v", p.History())
	}
	for _, c := range p.Cookies() {
		if c.Name == "stint_refresh" {
			t.Error("somebody is in who said no")
		}
	}
	p.Follow("Sign in again")
	throughForms(p, "ada")
	p.Says("You are signed in")
	heldBy(t, p, h).Get("/api/auth/me").OK()
}

// comesBackTwice opens the way back once more, as a reload does.
func comesBackTwice(t *testing.T, b *browser.Browser) {
	h, address := provided(t)
	p := b.Phone(t)
	logsIn(p, address, "ada")
	p.Says("You are signed in")
	session := p.Cookie("stint_refresh")
	p.Open(wayBack(t, p).URL)
	p.Says("The sign-in did not work", "It was finished before", "pkce_state_not_found")
	p.Shot("sso-twice-phone")
	if p.Status != 200 || p.Cookie("stint_refresh") != session {
		t.Errorf("%d, or the session was touched", p.Status)
	}
	heldBy(t, p, h).Get("/api/auth/me").OK()
	lost := b.Phone(t) // in which nothing was begun
	lost.Open(wayBack(t, p).URL)
	lost.Says("begun in another browser")
	lost.Accessible()
}
