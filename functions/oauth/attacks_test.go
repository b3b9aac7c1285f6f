package oauth_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/oauth2"

	"stint/internal/apitest"
)

// The attacks of RFC 9700, section 4, and of the documents that extend it, each with what stops it.

// Open redirects and manipulated addresses (sections 4.1 and 4.11): as long as client and address are not certain,
// the browser stays here.
func TestUncertainRequestsAreNotRedirected(t *testing.T) {
	t.Parallel()
	api, m := apitest.New(t), newMaker(t)
	api.Register("ada")
	b := newBrowser(t, api)
	for name, pairs := range map[string][]string{
		"no client":             {"client_id", ""},
		"unknown client":        {"client_id", "019a0000-0000-7000-8000-000000000001"},
		"client of other kind":  {"client_id", "chart-maker"},
		"no address":            {"redirect_uri", ""},
		"foreign address":       {"redirect_uri", "https://evil.example/callback"},
		"other path":            {"redirect_uri", callback + "/more"},
		"path traversal":        {"redirect_uri", callback + "/../x"},
		"other query":           {"redirect_uri", callback + "?x=1"},
		"fragment":              {"redirect_uri", callback + "#x"},
		"user info":             {"redirect_uri", "http://127.0.0.1:1@evil.example/callback"},
		"subdomain":             {"redirect_uri", "http://127.0.0.1.evil.example/callback"},
		"other loopback":        {"redirect_uri", "http://localhost:49152/callback"},
		"https for http":        {"redirect_uri", "https://127.0.0.1:49152/callback"},
		"script":                {"redirect_uri", "javascript:alert(1)//127.0.0.1/callback"},
		"line break":            {"redirect_uri", callback + "\r\nSet-Cookie: x=1"},
		"document elsewhere":    {"client_id", "http://10.0.0.1:8080/client.json"},
		"document without path": {"client_id", m.URL},
		"document with query":   {"client_id", m.id + "?x=1"},
	} {
		answer := b.open(newAttempt(m.id).address(pairs...))
		if page := answer.Page(400); answer.Header.Get("Location") != "" || strings.Contains(page, "evil.example") {
			t.Errorf("%s: %v\n%s", name, answer.Header, page)
		}
	}
	twice := newAttempt(m.id).address() + "&redirect_uri=https%3A%2F%2Fevil.example"
	b.open(twice).Page(400)
}

// After that, the app learns what is wrong, also with PKCE left out or weakened (section 4.8).
func TestRefusedRequestsTellTheApp(t *testing.T) {
	t.Parallel()
	api, m := apitest.New(t), newMaker(t)
	b := newBrowser(t, api)
	for want, all := range map[string][][]string{
		"invalid_request": {
			{"code_challenge", ""}, {"code_challenge_method", ""}, {"code_challenge_method", "plain"},
			{"code_challenge", "too-short"}, {"code_challenge", strings.Repeat("=", 43)}, {"response_mode", "fragment"},
			{"response_type", ""},
		},
		"request_not_supported":     {{"request", "eyJ"}},
		"request_uri_not_supported": {{"request_uri", "https://evil.example/request"}},
		"unsupported_response_type": {{"response_type", "token"}, {"response_type", "code id_token"}},
		"invalid_scope":             {{"scope", "admin"}, {"scope", "read openid"}},
		"invalid_target":            {{"resource", "https://evil.example"}, {"resource", apitest.BaseURL + "/api/auth"}},
	} {
		for _, pairs := range all {
			got := answered(t, b.open(newAttempt(m.id).address(pairs...)))
			if got.Get("error") != want || got.Get("state") != "a state/+" || got.Get("iss") != apitest.BaseURL ||
				got.Has("code") {
				t.Errorf("%v: %v, want %s", pairs, got, want)
			}
		}
	}
	if got := answered(t, b.open(newAttempt(m.id).address()+"&scope=read")); got.Get("error") != "invalid_request" {
		t.Errorf("a repeated parameter: %v", got)
	}
}

// Mix-up (section 4.4): the answer names its issuer, also when the user refuses.
func TestAnswersNameTheirIssuer(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	u, b := api.Register("ada"), newBrowser(t, api)
	a := newAttempt("stint")
	b.open(a.address())
	if got := answered(t, b.submit("refuse")); got.Get("error") != "access_denied" || got.Get("iss") != apitest.BaseURL {
		t.Errorf("refused before the sign-in: %v", got)
	}
	b.open(a.address())
	b.signIn(u)
	if got := answered(t, b.submit("refuse")); got.Get("error") != "access_denied" || got.Get("iss") != apitest.BaseURL ||
		got.Get("state") != a.state {
		t.Errorf("refused: %v", got)
	}
	if got := grants(t, api); got != 0 {
		t.Errorf("%d grants", got)
	}
}

// Code injection (section 4.5): a code is of no use to another client, or without the verifier of the program that
// began. It stays valid for the right one.
func TestCodesAreBoundToTheirRequest(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	u, m, other := api.Register("ada"), newMaker(t), newMaker(t)
	a := newAttempt(m.id)
	code := newBrowser(t, api).allow(u, a)
	for name, pairs := range map[string][]string{
		"other client":   {"client_id", other.id, "code_verifier", a.verifier},
		"the command":    {"client_id", "stint", "code_verifier", a.verifier},
		"other verifier": {"client_id", m.id, "code_verifier", oauth2.GenerateVerifier()},
		"the challenge":  {"client_id", m.id, "code_verifier", oauth2.S256ChallengeFromVerifier(a.verifier)},
		"short verifier": {"client_id", m.id, "code_verifier", a.verifier[:42]},
		"other address":  {"client_id", m.id, "code_verifier", a.verifier, "redirect_uri", "http://127.0.0.1:1/callback"},
	} {
		answer := exchange(api, append([]string{"grant_type", "authorization_code", "code", code}, pairs...)...)
		t.Run(name, func(t *testing.T) { wantFailure(t, answer, 400, "invalid_grant") })
	}
	wantFailure(t, exchange(api, "grant_type", "authorization_code", "code", code, "client_id", m.id), 400,
		"invalid_request") // without a verifier
	a.redeem(api, code).OK()
}

// A code works once and for a minute. Its second use ends what the first one gave (section 4.5 and RFC 6749, 4.1.2).
func TestReplayOfACodeEndsTheGrant(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	u, b := api.Register("ada"), newBrowser(t, api)
	late := newAttempt("stint")
	code := b.allow(u, late)
	api.Clock.Advance(time.Minute)
	wantFailure(t, late.redeem(api, code), 400, "invalid_grant")

	a := newAttempt("stint")
	code = b.allow(u, a)
	api.Clock.Advance(59 * time.Second)
	token := a.redeem(api, code).OK()
	use := func() *apitest.Answer { return api.UseKey(token["access_token"].(string)) }
	use().OK()
	api.Clock.Advance(5 * time.Minute) // the code is remembered
	wantFailure(t, a.redeem(api, code), 400, "invalid_grant")
	use().Problem(401, "unauthorized")
	wantFailure(t, refreshWith(api, "stint", token["refresh_token"]), 400, "invalid_grant")
}

// Four programs exchange one code at the same time. At most one gets tokens, and these are void.
func TestReplayOfACodeInARace(t *testing.T) {
	t.Parallel()
	api := apitest.NewLagging(t)
	u, b := api.Register("ada"), newBrowser(t, api)
	a := newAttempt("stint")
	code := b.allow(u, a)
	answers := make([]*apitest.Answer, 4)
	var group sync.WaitGroup
	for i := range answers {
		group.Go(func() { answers[i] = a.redeem(api, code) })
	}
	group.Wait()
	for _, answer := range answers {
		if answer.Status != 200 {
			continue
		}
		token := answer.JSON()["access_token"].(string)
		api.UseKey(token).Problem(401, "unauthorized")
	}
	if got := grants(t, api); got != 0 {
		t.Errorf("%d grants", got)
	}
}

// Stolen refresh tokens (section 4.14): an old one ends the grant, also when thief and owner race.
func TestReuseOfARefreshTokenEndsTheGrant(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	u, a := api.Register("ada"), newAttempt("stint")
	first := a.redeem(api, newBrowser(t, api).allow(u, a)).OK()["refresh_token"]
	second := refreshWith(api, "stint", first).OK()["refresh_token"]
	if again := refreshWith(api, "stint", first).OK()["refresh_token"]; again != second {
		t.Error("within the grace, the old token gives another one")
	}
	api.Clock.Advance(11 * time.Second)
	wantFailure(t, refreshWith(api, "stint", first), 400, "invalid_grant")
	wantFailure(t, refreshWith(api, "stint", second), 400, "invalid_grant")

	b := newAttempt("stint")
	stolen := b.redeem(api, newBrowser(t, api).allow(u, b)).OK()["refresh_token"]
	var group sync.WaitGroup
	next := make([]any, 4)
	for i := range next {
		group.Go(func() { next[i] = refreshWith(api, "stint", stolen).JSON()["refresh_token"] })
	}
	group.Wait()
	for _, token := range next {
		if token != next[0] || token == nil {
			t.Errorf("racing refreshes give %v", next)
		}
	}
	wantFailure(t, refreshWith(api, "other", next[0]), 401, "invalid_client")
	wantFailure(t, refreshWith(api, newMaker(t).id, next[0]), 400, "invalid_grant")
}

// An old token ends the grant also if it asks for more than the user allowed.
func TestAnOldRefreshTokenEndsTheGrantWhateverItAsksFor(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	u, a := api.Register("ada"), newAttempt("stint")
	first := a.redeem(api, newBrowser(t, api).allow(u, a)).OK()["refresh_token"].(string)
	second := refreshWith(api, "stint", first).OK()["refresh_token"]
	api.Clock.Advance(11 * time.Second)
	wantFailure(t, api.Send(apitest.Form(tokenPath, "grant_type", "refresh_token", "client_id", "stint", "refresh_token",
		first, "scope", "full")), 400, "invalid_grant")
	wantFailure(t, refreshWith(api, "stint", second), 400, "invalid_grant")
}

// A refresh that is refused leaves the token as it is.
func TestARefusedRefreshChangesNothing(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	u, a := api.Register("ada"), newAttempt("stint")
	first := a.redeem(api, newBrowser(t, api).allow(u, a)).OK()["refresh_token"].(string)
	wantFailure(t, api.Send(apitest.Form(tokenPath, "grant_type", "refresh_token", "client_id", "stint", "refresh_token",
		first, "scope", "full")), 400, "invalid_scope")
	api.Clock.Advance(11 * time.Second)
	less := api.Send(apitest.Form(tokenPath, "grant_type", "refresh_token", "client_id", "stint", "refresh_token",
		first, "scope", "read")).OK()
	if less["scope"] != "read offline_access" || less["refresh_token"] == first {
		t.Errorf("the next refresh gives %v", less)
	}
	wantFailure(t, api.Send(apitest.Form(tokenPath, "grant_type", "refresh_token", "client_id", "stint", "refresh_token",
		first, "scope", "full")), 400, "invalid_scope") // also within the grace
}

// CSRF (section 4.7): forms of other sites do nothing, with and without a session, and neither does a form of another
// session or request.
func TestFormsOfOtherSitesAreRefused(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	u, outsider := api.Register("ada"), api.Register("eve")
	b, evil := newBrowser(t, api), newBrowser(t, api)
	a := newAttempt("stint")
	b.open(a.address())
	b.signIn(u)
	page := *b.last
	evil.open(a.address())
	evil.signIn(outsider)
	key := hiddenPattern.FindStringSubmatch(string(evil.last.Body))[2]
	for name, header := range map[string]map[string]string{
		"other site": {"Origin": "https://evil.example"}, "opaque": {"Origin": "null"},
		"front end": {"Origin": "https://app.example.com"}, "cross-site": {"Sec-Fetch-Site": "cross-site", "Origin": ""},
	} {
		for _, act := range []string{"allow", "refuse", "sign_in", "sign_out"} {
			answer := b.send(apitest.Request{Method: "POST", Path: a.address(), Header: with(header),
				Body: url.Values{"act": {act}, "workspace": {u.WorkspaceID}, "access": {"time"}}.Encode()})
			if answer.Status != http.StatusForbidden || answer.Header.Get("Location") != "" {
				t.Errorf("%s, %s: %d", name, act, answer.Status)
			}
		}
	}
	for name, key := range map[string]string{"no key": "", "key of another session": key} {
		b.last = &page
		if answer := b.submit("allow", "key", key); answer.Status != http.StatusForbidden {
			t.Errorf("%s: %d", name, answer.Status)
		}
	}
	b.last = &page
	sent := hiddenPattern.FindStringSubmatch(string(page.Body))[2]
	b.open(newAttempt("stint").address("scope", "full"))
	if answer := b.submit("allow", "key", sent); answer.Status != http.StatusForbidden {
		t.Errorf("the key of another request: %d", answer.Status)
	}
	if got := grants(t, api); got != 0 {
		t.Errorf("%d grants", got)
	}
}

func with(header map[string]string) map[string]string {
	all := map[string]string{"Content-Type": "application/x-www-form-urlencoded"}
	for name, value := range header {
		all[name] = value
	}
	return all
}

// Clickjacking (section 4.16) and leaks by Referer (section 4.2): no page can be framed, and its address stays here.
// Forms may lead to the app, and to nobody else.
func TestPagesProtectTheirUser(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	u, m, b := api.Register("ada"), newMaker(t), newBrowser(t, api)
	for signIn, answer := range map[bool]*apitest.Answer{true: b.open(newAttempt(m.id).address()), false: b.signIn(u)} {
		answer.Page(200)
		policy := answer.Header.Get("Content-Security-Policy")
		if !strings.Contains(policy, "form-action 'self' http://127.0.0.1:49152;") ||
			!strings.Contains(policy, "frame-ancestors 'none'") {
			t.Errorf("policy %q", policy)
		}
		wantScript(t, answer, signIn)
		if got := answer.Header.Get("Referrer-Policy"); got != "same-origin" {
			t.Errorf("Referrer-Policy %q", got)
		}
		if strings.Contains(string(answer.Body), `name="referrer"`) {
			t.Error("the page overrides its header")
		}
	}
	b.open(devicePath).Page(200)
	if policy := b.last.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "form-action 'self';") {
		t.Errorf("policy of the page of devices %q", policy)
	}
}

// Tokens for others (section 4.10): the token of a session is none of an app, and the other way round.
func TestTokensAreForTheirAudience(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	u, a := api.Register("ada"), newAttempt("stint")
	code := newBrowser(t, api).allow(u, a, "resource", apitest.BaseURL+"/mcp")
	token := a.redeem(api, code).OK()["access_token"].(string)
	use := func(path, bearer string) int {
		return api.As(bearer).Get(path).Status
	}
	for _, path := range []string{"/api/auth/me", "/api/workspaces", "/api/entries", "/api/timers/current"} {
		if got := use(path, token); got != 401 {
			t.Errorf("an app reads %s: %d", path, got)
		}
	}
	if got := use("/api/v1/me", u.Token); got != 401 {
		t.Errorf("a session calls the public API: %d", got)
	}
	if got := use("/api/v1/me", token); got != 200 {
		t.Errorf("an app does not reach the public API: %d", got)
	}
	api.Send(apitest.Form("/oauth/revoke", "client_id", "stint", "token", u.Token)).OK()
	u.Get("/api/auth/me").OK() // the token of a session is none of an app, so nothing is revoked
}

// Guessing user codes: a person has ten wrong codes an hour, with limits off, too. Five wrong ones that begin like a
// device's code end it.
func TestUserCodesCannotBeGuessed(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	u, outsider := api.Register("ada"), api.Register("eve")
	b, evil := newBrowser(t, api), newBrowser(t, api)
	b.open(devicePath)
	b.signIn(u)
	evil.open(devicePath)
	evil.signIn(outsider)
	device := beginDevice(api, "stint")
	code := device["user_code"].(string)
	enterCode := func(b *browser, code string) int {
		b.open(devicePath)
		return b.submit("find", "user_code", code).Status
	}
	other := map[bool]string{true: "BBBC", false: "BBBB"}[strings.HasSuffix(code, "BBBB")]
	for i := range 4 {
		if got := enterCode(evil, code[:5]+other); got != 422 {
			t.Errorf("wrong code %d: %d", i, got)
		}
	}
	if got := enterCode(b, code); got != 200 {
		t.Errorf("the right code after four wrong ones: %d", got)
	}
	enterCode(evil, code[:5]+other)
	if got := enterCode(b, code); got != 422 {
		t.Errorf("the right code after five wrong ones: %d", got)
	}
	wantFailure(t, poll(api, device), 400, "expired_token")
	for i := range 5 {
		if got := enterCode(evil, fmt.Sprintf("BCDF-GHJ%c", "KLMNP"[i])); got != 422 {
			t.Errorf("wrong code %d: %d", i, got)
		}
	}
	right := beginDevice(api, "stint")["user_code"].(string)
	if got := enterCode(evil, right); got != 429 {
		t.Errorf("after ten wrong codes: %d", got)
	}
	api.Clock.Advance(time.Hour)
	evil.open(devicePath)
	evil.signIn(outsider)
	if got := enterCode(evil, beginDevice(api, "stint")["user_code"].(string)); got != 200 {
		t.Errorf("an hour later: %d", got)
	}
}
