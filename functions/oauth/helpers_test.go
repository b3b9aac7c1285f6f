package oauth_test

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"golang.org/x/oauth2"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

type object = map[string]any

const (
	authorizePath = "/oauth/authorize"
	tokenPath     = "/oauth/token"
	devicePath    = "/oauth/device"
	callback      = "http://127.0.0.1:49152/callback"
	grantDevice   = "urn:ietf:params:oauth:grant-type:device_code"
)

// maker is the server of an app: it has the app's metadata document.
type maker struct {
	*httptest.Server
	id       string // of the app
	document atomic.Value
	fetched  atomic.Int32
}

// newMaker serves a document, which the changes are made of.
func newMaker(t *testing.T, changes ...func(object)) *maker {
	t.Helper()
	m := new(maker)
	m.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		m.fetched.Add(1)
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(m.document.Load())
	}))
	t.Cleanup(m.Close)
	m.id = m.URL + "/client.json"
	document := object{"client_id": m.id, "client_name": "Chart Maker", "redirect_uris": []string{callback},
		"grant_types":                []string{"authorization_code", "refresh_token", grantDevice},
		"token_endpoint_auth_method": "none"}
	for _, change := range changes {
		change(document)
	}
	m.document.Store(document)
	return m
}

// attempt is one request of an app for access.
type attempt struct {
	client, redirect, state, verifier string
}

func newAttempt(client string) attempt {
	return attempt{client: client, redirect: callback, state: "a state/+", verifier: oauth2.GenerateVerifier()}
}

// address is the address of the page for the request. The pairs are set in the query, and "" leaves a parameter out.
func (a attempt) address(pairs ...string) string {
	query := url.Values{"response_type": {"code"}, "client_id": {a.client}, "redirect_uri": {a.redirect},
		"state": {a.state}, "scope": {"time offline_access"}, "code_challenge_method": {"S256"},
		"code_challenge": {oauth2.S256ChallengeFromVerifier(a.verifier)}}
	for i := 0; i+1 < len(pairs); i += 2 {
		if query.Set(pairs[i], pairs[i+1]); pairs[i+1] == "" {
			query.Del(pairs[i])
		}
	}
	return authorizePath + "?" + query.Encode()
}

// browser is the browser of a user.
type browser struct {
	t       *testing.T
	api     *apitest.Service
	cookies map[string]*http.Cookie
	header  map[string]string
	last    *apitest.Answer
}

func newBrowser(t *testing.T, api *apitest.Service) *browser {
	return &browser{t: t, api: api, cookies: map[string]*http.Cookie{}, header: map[string]string{"Accept": "text/html"}}
}

func (b *browser) send(r apitest.Request) *apitest.Answer {
	for name, value := range b.header {
		if r.Header == nil {
			r.Header = map[string]string{}
		}
		if _, set := r.Header[name]; !set {
			r.Header[name] = value
		}
	}
	for _, c := range b.cookies {
		if strings.HasPrefix(r.Path, c.Path) {
			r.Cookies = append(r.Cookies, c)
		}
	}
	b.last = b.api.Send(r)
	for _, c := range (&http.Response{Header: b.last.Header}).Cookies() {
		b.cookies[c.Name] = c
		if c.MaxAge < 0 {
			delete(b.cookies, c.Name)
		}
	}
	return b.last
}

func (b *browser) open(address string) *apitest.Answer {
	return b.send(apitest.Request{Method: "GET", Path: address})
}

var (
	actionPattern = regexp.MustCompile(`<form method="post" action="([^"]*)"`)
	hiddenPattern = regexp.MustCompile(`<input type="hidden" name="([^"]*)" value="([^"]*)"`)
	choicePattern = regexp.MustCompile(`<select id="([^"]*)"[^>]*>\s*<option value="([^"]*)"`)
	textPattern   = regexp.MustCompile(`<input id="([^"]*)" name="[^"]*" type="[^"]*" autocomplete="[^"]*" value="([^"]*)"`)
)

// submit sends the form of the page that was opened last, with an act and other values. "" leaves a field out.
func (b *browser) submit(act string, pairs ...string) *apitest.Answer {
	b.t.Helper()
	page := string(b.last.Body)
	action := actionPattern.FindStringSubmatch(page)
	if action == nil {
		b.t.Fatalf("there is no form to submit: %d\n%s", b.last.Status, page)
	}
	values := url.Values{"act": {act}}
	for _, pattern := range []*regexp.Regexp{hiddenPattern, choicePattern, textPattern} {
		for _, found := range pattern.FindAllStringSubmatch(page, -1) {
			values.Set(found[1], html.UnescapeString(found[2]))
		}
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		if values.Set(pairs[i], pairs[i+1]); pairs[i+1] == "" {
			values.Del(pairs[i])
		}
	}
	return b.send(apitest.Request{Method: "POST", Path: html.UnescapeString(action[1]), Body: values.Encode(),
		Header: map[string]string{"Content-Type": "application/x-www-form-urlencoded", "Origin": apitest.BaseURL}})
}

// signIn signs a user in on the page that was opened last, and follows the redirect.
func (b *browser) signIn(u *apitest.User, pairs ...string) *apitest.Answer {
	b.t.Helper()
	answer := b.submit("sign_in", append([]string{"email", u.Email, "password", apitest.Password}, pairs...)...)
	if answer.Status != http.StatusSeeOther {
		b.t.Fatalf("the sign-in answered %d\n%s", answer.Status, answer.Body)
	}
	return b.open(answer.Header.Get("Location"))
}

// answered are the parameters of the redirect to an app.
func answered(t *testing.T, a *apitest.Answer) url.Values {
	t.Helper()
	to, err := url.Parse(a.Header.Get("Location"))
	if err != nil || a.Status != http.StatusSeeOther || !strings.HasPrefix(to.String(), callback+"?") {
		t.Fatalf("%d to %q, want a redirect to the app\n%s", a.Status, to, a.Body)
	}
	return to.Query()
}

// allow lets a user allow the request of an app, and returns the code.
func (b *browser) allow(u *apitest.User, a attempt, pairs ...string) string {
	b.t.Helper()
	b.open(a.address(pairs...)).Page(200)
	if _, signedIn := b.cookies["stint_browser"]; !signedIn {
		b.signIn(u).Page(200)
	}
	code := answered(b.t, b.submit("allow")).Get("code")
	if code == "" {
		b.t.Fatal("there is no code")
	}
	return code
}

// exchange sends a form to the token endpoint.
func exchange(api *apitest.Service, pairs ...string) *apitest.Answer {
	return api.Send(apitest.Form(tokenPath, pairs...))
}

// redeem exchanges the code of an attempt.
func (a attempt) redeem(api *apitest.Service, code string) *apitest.Answer {
	return exchange(api, "grant_type", "authorization_code", "code", code, "client_id", a.client,
		"redirect_uri", a.redirect, "code_verifier", a.verifier)
}

// wantFailure checks an answer of an endpoint for programs.
func wantFailure(t *testing.T, a *apitest.Answer, status int, code string) {
	t.Helper()
	var sent struct {
		Error       string `json:"error"`
		Description string `json:"error_description"`
	}
	if err := json.Unmarshal(a.Body, &sent); err != nil || a.Status != status || sent.Error != code ||
		sent.Description == "" || a.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("%d %s, want %d %s", a.Status, a.Body, status, code)
	}
}

// itemsIn are the items of partitions and keys that begin like this.
func itemsIn(t *testing.T, api *apitest.Service, partition, key string) (all []map[string]types.AttributeValue) {
	t.Helper()
	for _, item := range testkit.Dump(t, api.Table) {
		pk, sk := testkit.TextOf(item["pk"]), testkit.TextOf(item["sk"])
		if strings.HasPrefix(pk, partition) && strings.HasPrefix(sk, key) {
			all = append(all, item)
		}
	}
	return all
}

// usedIn are the items that were used.
func usedIn(items []map[string]types.AttributeValue) []map[string]types.AttributeValue {
	return slices.DeleteFunc(items, func(item map[string]types.AttributeValue) bool { return item["used_at"] == nil })
}

// grants counts what users have allowed and not ended.
func grants(t *testing.T, api *apitest.Service) int {
	t.Helper()
	return len(slices.DeleteFunc(itemsIn(t, api, "KEY#", "KEY"), func(item map[string]types.AttributeValue) bool {
		return item["app"] == nil || item["revoked"] != nil
	}))
}

func refreshWith(api *apitest.Service, client string, token any) *apitest.Answer {
	return exchange(api, "grant_type", "refresh_token", "client_id", client, "refresh_token", fmt.Sprint(token))
}
