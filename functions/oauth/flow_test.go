package oauth_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"golang.org/x/oauth2"

	"stint/internal/apitest"
)

// cookieOf is the cookie of the browser that an answer sets; nil for none.
func cookieOf(a *apitest.Answer) *http.Cookie {
	for _, c := range (&http.Response{Header: a.Header}).Cookies() {
		if c.Name == "stint_browser" {
			return c
		}
	}
	return nil
}

// inProcess lets a client of net/http call the service of a test.
type inProcess struct{ api *apitest.Service }

func (i inProcess) RoundTrip(r *http.Request) (*http.Response, error) {
	recorder := httptest.NewRecorder()
	in := httptest.NewRequest(r.Method, r.URL.String(), r.Body)
	in.Header = r.Header
	i.api.Handler.ServeHTTP(recorder, in)
	return recorder.Result(), nil
}

// The whole flow, with the client that most Go programs use.
func TestAnAppGetsAccess(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	u, m := api.Register("ada"), newMaker(t)
	config := &oauth2.Config{ClientID: m.id, RedirectURL: callback, Scopes: []string{"time", "offline_access"},
		Endpoint: oauth2.Endpoint{AuthURL: apitest.BaseURL + authorizePath, TokenURL: apitest.BaseURL + tokenPath,
			AuthStyle: oauth2.AuthStyleInParams}}
	verifier := oauth2.GenerateVerifier()
	b := newBrowser(t, api)
	address := strings.TrimPrefix(config.AuthCodeURL("state-1", oauth2.S256ChallengeOption(verifier)), apitest.BaseURL)
	signIn := b.open(address).Page(200)
	for _, text := range []string{"Sign in to Stint", "Chart Maker", strings.TrimPrefix(m.URL, "http://")} {
		if !strings.Contains(signIn, text) {
			t.Errorf("the page to sign in lacks %q", text)
		}
	}
	consent := b.signIn(u).Page(200)
	for _, text := range []string{"Chart Maker", u.Email, "ada&#39;s workspace", "Nobody in your workspace", "own time",
		`value="time"`} {
		if !strings.Contains(consent, text) {
			t.Errorf("the page to allow lacks %q:\n%s", text, consent)
		}
	}
	if strings.Contains(consent, `value="full"`) {
		t.Error("the page offers more than the app asks for")
	}
	got := answered(t, b.submit("allow"))
	if got.Get("state") != "state-1" || got.Get("iss") != apitest.BaseURL || grants(t, api) != 1 {
		t.Errorf("answer %v with %d grants", got, grants(t, api))
	}
	ctx := context.WithValue(t.Context(), oauth2.HTTPClient, &http.Client{Transport: inProcess{api}})
	token, err := config.Exchange(ctx, got.Get("code"), oauth2.VerifierOption(verifier))
	if err != nil || token.TokenType != "Bearer" || token.RefreshToken == "" ||
		token.Extra("scope") != "time offline_access" {
		t.Fatalf("%+v, %v", token, err)
	}
	bearer := func(token *oauth2.Token) *apitest.Answer { return api.UseKey(token.AccessToken) }
	me := bearer(token).OK()
	if me["user"].(object)["id"] != u.ID || me["workspace"].(object)["id"] != u.WorkspaceID {
		t.Errorf("me %v", me)
	}
	api.Clock.Advance(16 * time.Minute)
	bearer(token).Problem(401, "unauthorized")
	token.Expiry = time.Now().Add(-time.Hour)
	fresh, err := config.TokenSource(ctx, token).Token()
	if err != nil || fresh.RefreshToken == token.RefreshToken {
		t.Fatalf("%+v, %v", fresh, err)
	}
	bearer(fresh).OK()
	api.Send(apitest.Form("/oauth/revoke", "client_id", m.id, "token", fresh.RefreshToken)).OK()
	bearer(fresh).Problem(401, "unauthorized")
	if _, err := config.TokenSource(ctx, &oauth2.Token{RefreshToken: fresh.RefreshToken}).Token(); err == nil {
		t.Error("a revoked grant gives tokens")
	}
}

// The browser stays signed in for the next app, and an account is asked again after an hour. After twelve hours the
// session is over.
func TestTheBrowserStaysSignedIn(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	u, b := api.Register("ada"), newBrowser(t, api)
	b.allow(u, newAttempt("stint"))
	cookie := b.cookies["stint_browser"]
	if cookie.Path != "/oauth" || !cookie.HttpOnly || cookie.Secure || cookie.SameSite != http.SameSiteLaxMode ||
		cookie.MaxAge != int((12*time.Hour).Seconds()) {
		t.Errorf("cookie %+v", cookie)
	}
	if page := b.open(newAttempt("stint").address()).Page(200); !strings.Contains(page, `value="allow"`) {
		t.Errorf("the second app asks to sign in:\n%s", page)
	}
	api.Clock.Advance(2 * time.Hour)
	if page := b.open(newAttempt("stint").address()).Page(200); !strings.Contains(page, "prove again") {
		t.Errorf("an old session allows apps:\n%s", page)
	}
	if page := b.signIn(u).Page(200); !strings.Contains(page, `value="allow"`) {
		t.Error("signing in again leads elsewhere")
	}
	api.Clock.Advance(12*time.Hour + time.Second)
	if page := b.open(newAttempt("stint").address()).Page(200); strings.Contains(page, u.Email) {
		t.Error("the session outlives twelve hours")
	}
	b.signIn(u)
	if page := b.submit("sign_out"); page.Status != 303 || len(b.cookies) != 0 {
		t.Errorf("sign-out: %d, cookies %v", page.Status, b.cookies)
	}
	b.cookies["stint_browser"] = cookie
	if page := b.open(newAttempt("stint").address()).Page(200); strings.Contains(page, `value="allow"`) {
		t.Error("an ended session allows apps")
	}
}

// What ends a session of the account ends that of the browser. It is in the list of sessions.
func TestTheAccountEndsTheSessionOfTheBrowser(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	u, b := api.Register("ada"), newBrowser(t, api)
	b.open(newAttempt("stint").address())
	b.signIn(u)
	if got := len(u.Get("/api/auth/sessions").Items()); got != 2 {
		t.Errorf("%d sessions", got)
	}
	u.Delete("/api/auth/sessions").OK()
	if page := b.open(newAttempt("stint").address()).Page(200); strings.Contains(page, `value="allow"`) {
		t.Error("an ended session allows apps")
	}
}

// A cookie of the API is no session of the pages, and the other way round.
func TestSessionsOfThePagesAreNotThoseOfTheAPI(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	u, b := api.Register("ada"), newBrowser(t, api)
	b.open(newAttempt("stint").address())
	b.signIn(u)
	pages := b.cookies["stint_browser"].Value
	api.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh",
		Cookies: []*http.Cookie{{Name: "stint_refresh", Value: pages}}}).Problem(401, "unauthorized")
	parts := strings.Split(pages, ".")
	other := u.Get("/api/auth/sessions").Items()
	for _, session := range other {
		b.cookies["stint_browser"].Value = strings.Join([]string{parts[0], session["id"].(string), "secret"}, ".")
		if page := b.open(newAttempt("stint").address()).Page(200); strings.Contains(page, `value="allow"`) {
			t.Error("a session is entered without its secret")
		}
	}
}
