package sso_test

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit/idp"
)

// browser keeps cookies, follows redirects and fills in forms. It reaches the test
// service without a network.
type browser struct {
	t *testing.T
	http.Client
	service *apitest.Service
}

func newBrowser(t *testing.T, api *apitest.Service) *browser {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	b := &browser{t: t, service: api}
	b.Client = http.Client{Jar: jar, Transport: b, Timeout: time.Minute}
	return b
}

// RoundTrip sends requests for the test service to its handler.
func (b *browser) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Scheme+"://"+r.URL.Host != apitest.BaseURL {
		return http.DefaultTransport.RoundTrip(r)
	}
	r.RemoteAddr = "192.0.2.1:40000"
	if r.Body == nil {
		r.Body = http.NoBody
	}
	recorder := httptest.NewRecorder()
	b.service.Handler.ServeHTTP(recorder, r)
	answer := recorder.Result()
	answer.Request = r
	return answer, nil
}

// open opens a page and returns the address at which the redirects ended.
func (b *browser) open(address string) (at *url.URL, page string) {
	b.t.Helper()
	r, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Accept", "text/html,application/xhtml+xml")
	return b.do(r)
}

// send sends the form of a page.
func (b *browser) send(action string, from *url.URL, fields url.Values) (at *url.URL, page string) {
	b.t.Helper()
	to, err := from.Parse(action)
	if err != nil {
		b.t.Fatal(err)
	}
	r, err := http.NewRequest(http.MethodPost, to.String(), strings.NewReader(fields.Encode()))
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept", "text/html,application/xhtml+xml")
	return b.do(r)
}

func (b *browser) do(r *http.Request) (*url.URL, string) {
	b.t.Helper()
	answer, err := b.Client.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		b.t.Fatalf("%s: %d %v\n%s", answer.Request.URL, answer.StatusCode, err, body)
	}
	return answer.Request.URL, string(body)
}

var formAction = regexp.MustCompile(`<form[^>]* action="([^"]+)"`)

// logIn fills in the forms of the certified provider: the name, then the consent.
func (b *browser) logIn(at *url.URL, page, name string) (*url.URL, string) {
	b.t.Helper()
	for step := 0; strings.Contains(page, `name="prompt"`) && step < 3; step++ {
		action := formAction.FindStringSubmatch(page)
		if action == nil {
			b.t.Fatalf("no form at %s:\n%s", at, page)
		}
		fields := url.Values{"prompt": {"consent"}}
		if strings.Contains(page, `name="login"`) {
			fields = url.Values{"prompt": {"login"}, "login": {name}, "password": {"any"}}
		}
		at, page = b.send(action[1], at, fields)
	}
	return at, page
}

// newCertifiedService starts a test service with the certified provider. Both use the
// real time.
func newCertifiedService(t *testing.T) *apitest.Service {
	t.Helper()
	issuer := idp.StartCertifiedProvider(t, apitest.BaseURL+callbackAPIPath)
	api := apitest.New(t, apitest.WithSSO(issuer))
	api.Clock.Set(time.Now())
	return api
}

// me is the account of the browser's session.
func (b *browser) me() object {
	b.t.Helper()
	site, _ := url.Parse(apitest.BaseURL + "/api/auth/refresh")
	answer := b.service.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh", Cookies: b.Jar.Cookies(site)})
	return b.service.UserOf(answer).Get("/api/auth/me").OK()
}

// A browser signs in at a provider that is certified for OpenID Connect.
func TestSignInAtACertifiedProvider(t *testing.T) {
	t.Parallel()
	api := newCertifiedService(t)
	b := newBrowser(t, api)
	at, page := b.signIn(startPath, "ada")
	if at.String() != apitest.BaseURL+"/p/signed-in" || !strings.Contains(page, "You are signed in") {
		t.Fatalf("ended at %s:\n%s", at, page)
	}
	me := b.me()
	if me["email"] != "ada@example.com" || me["email_verified"] != true || me["display_name"] != "ada of the provider" {
		t.Errorf("account %v", me)
	}
	// The second time, the provider knows the browser and shows no form.
	if at, _ := b.open(apitest.BaseURL + startPath + "?return_to=/p/check-mail"); at.String() != apitest.BaseURL+
		"/p/check-mail" {
		t.Errorf("ended at %s", at)
	}
	if again := b.me(); again["id"] != me["id"] || countAccounts(api) != 1 {
		t.Error("another account")
	}
	other := newBrowser(t, api)
	other.signIn(startPath, "ada")
	if same := other.me(); same["id"] != me["id"] {
		t.Error("another browser, another account")
	}
}

// signIn starts a flow and fills in the provider's forms.
func (b *browser) signIn(path, name string) (*url.URL, string) {
	b.t.Helper()
	at, page := b.open(apitest.BaseURL + path)
	return b.logIn(at, page, name)
}

// An address that the provider has not verified is confirmed on the page of the mail.
func TestConfirmationAfterACertifiedProvider(t *testing.T) {
	t.Parallel()
	api := newCertifiedService(t)
	b := newBrowser(t, api)
	at, page := b.signIn(startPath, "unverified-bob")
	if at.String() != apitest.BaseURL+"/p/check-mail" || countAccounts(api) != 0 {
		t.Fatalf("ended at %s:\n%s", at, page)
	}
	token := api.MailedToken("unverified-bob@example.com", "sso-verify")
	at, page = b.open(apitest.BaseURL + "/p/sso-verify?token=" + token)
	action := formAction.FindStringSubmatch(page)
	if action == nil {
		t.Fatalf("no form:\n%s", page)
	}
	if _, page = b.send(action[1], at, url.Values{"token": {token}}); !strings.Contains(page, "You are signed in") {
		t.Fatalf("the page says\n%s", page)
	}
	if me := b.me(); me["email"] != "unverified-bob@example.com" || me["email_verified"] != true {
		t.Errorf("account %v", me)
	}
}

// A user who denies the consent is not signed in.
func TestDenialAtACertifiedProvider(t *testing.T) {
	t.Parallel()
	api := newCertifiedService(t)
	b := newBrowser(t, api)
	at, page := b.open(apitest.BaseURL + startPath)
	abort := regexp.MustCompile(`href="([^"]+/abort)"`).FindStringSubmatch(page)
	if abort == nil {
		t.Fatalf("no way out at %s:\n%s", at, page)
	}
	to, err := at.Parse(abort[1])
	if err != nil {
		t.Fatal(err)
	}
	answer, err := b.Get(to.String())
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != 400 || !strings.Contains(string(body), "/errors/external_oauth_error") ||
		countAccounts(api) != 0 {
		t.Errorf("%d %v\n%s", answer.StatusCode, err, body)
	}
	if !strings.Contains(api.Logs.String(), "access_denied") {
		t.Error("the log does not say why")
	}
}
