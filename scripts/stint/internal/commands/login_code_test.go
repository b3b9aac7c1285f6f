package commands_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"html"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/scripts/stint/internal/settings"
)

// person is the browser of a user who decides about a sign-in.
type person struct {
	x    *terminal
	user *apitest.User
	http *http.Client
	page string
}

var (
	formAction = regexp.MustCompile(`<form method="post" action="([^"]*)"`)
	hidden     = regexp.MustCompile(`<input type="hidden" name="([^"]*)" value="([^"]*)"`)
	choice     = regexp.MustCompile(`<select id="([^"]*)"[^>]*>\s*<option value="([^"]*)"`)
)

// codeTerminal is a terminal of a service with an address of its own, and a person who uses it. The service is asked
// each second, and not each five.
func codeTerminal(t *testing.T) (*terminal, *person) {
	t.Helper()
	s, address := apitest.NewWithServer(t)
	x := newTerminal(t, s)
	x.vars["STINT_URL"] = address
	x.env.HTTP = &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
		answer, err := http.DefaultTransport.RoundTrip(r)
		if err == nil && strings.HasSuffix(r.URL.Path, "/device_authorization") {
			body, _ := io.ReadAll(answer.Body)
			answer.Body = io.NopCloser(bytes.NewReader(bytes.Replace(body, []byte(`"interval":5`), []byte(`"interval":1`), 1)))
		}
		return answer, err
	})}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return x, &person{x: x, user: s.Register("ada"), http: &http.Client{Jar: jar}}
}

// submit sends the form of the page with an act and other values.
func (p *person) submit(act string, pairs ...string) {
	values := url.Values{"act": {act}}
	for _, pattern := range []*regexp.Regexp{hidden, choice} {
		for _, found := range pattern.FindAllStringSubmatch(p.page, -1) {
			values.Set(found[1], html.UnescapeString(found[2]))
		}
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		values.Set(pairs[i], pairs[i+1])
	}
	base := p.x.vars["STINT_URL"]
	r, err := http.NewRequest(http.MethodPost, base+html.UnescapeString(formAction.FindStringSubmatch(p.page)[1]),
		strings.NewReader(values.Encode()))
	if err != nil {
		p.x.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", base)
	p.read(p.http.Do(r))
}

func (p *person) read(answer *http.Response, err error) {
	if err != nil {
		p.x.t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		p.x.t.Fatalf("%d %v\n%s", answer.StatusCode, err, body)
	}
	p.page = string(body)
}

var shownCode = regexp.MustCompile(`\n +([A-Z]{4}-[A-Z]{4})\n`)

// decides types the code that the command prints, and allows or refuses.
func (p *person) decides(act string) {
	var once sync.Once
	p.x.ends = func(printed string) {
		found := shownCode.FindStringSubmatch(printed)
		if found == nil {
			return
		}
		once.Do(func() {
			p.read(p.http.Get(p.x.vars["STINT_URL"] + "/oauth/device"))
			p.submit("sign_in", "email", p.user.Email, "password", apitest.Password)
			p.submit("find", "user_code", found[1])
			p.submit(act)
		})
	}
}

func (p *person) apps() (all []object) {
	list, _ := p.user.Get("/api/me/apps").OK()["items"].([]any)
	for _, one := range list {
		if app, _ := one.(object); app["status"] == "active" {
			all = append(all, app)
		}
	}
	return all
}

func TestLoginByCode(t *testing.T) {
	t.Parallel()
	x, p := codeTerminal(t)
	opened := make(chan string, 1)
	x.env.OpenBrowser = func(address string) error { opened <- address; return nil }
	p.decides("allow")
	address := x.vars["STINT_URL"]
	out := x.ok("login", "--url", address+"/api/", "--access", "time")
	if !strings.HasPrefix(out, "Open "+address+"/oauth/device and type this code:\n") ||
		!strings.Contains(out, "It is good for 15 minutes.\nYour browser opens the page.") ||
		!strings.Contains(out, "Signed in as ada in ") || !strings.Contains(out, ", with the access time. The tokens are in "+
		settings.File(x.folder)) {
		t.Error(out)
	}
	if got := <-opened; !strings.HasPrefix(got, address+"/oauth/device?user_code=") {
		t.Errorf("the browser opens %s", got)
	}
	info, err := os.Stat(settings.File(x.folder))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Error(info, err)
	}
	delete(x.vars, "STINT_URL")
	x.says("Started  Drawing", "start", "Drawing")
	if got := x.record("whoami")["app"].(object)["access"]; got != "time" {
		t.Errorf("access %v", got)
	}
	x.vars["STINT_URL"] = "http://127.0.0.1:1"
	x.fails(3, "the kept sign-in belongs to another address", "status")
}

func TestWhoami(t *testing.T) {
	t.Parallel()
	x, p := codeTerminal(t)
	p.decides("allow")
	x.ok("login", "--no-browser")
	workspace, _ := p.user.Get("/api/workspaces/" + p.user.WorkspaceID).OK()["name"].(string)
	x.says("User       ada <"+p.user.Email+">\nWorkspace  "+workspace+", as owner\nService    "+x.vars["STINT_URL"]+
		"\nSign-in    app Stint, until 2026-09-15\nAccess     full", "whoami")
	if got := x.record("whoami"); got["app"].(object)["client_id"] != "stint" || got["api_key"] != nil {
		t.Error(got)
	}
	x.vars["STINT_KEY"] = keyOf(p.user, "read")
	if out := x.ok("whoami"); !strings.Contains(out, "Sign-in    API key terminal\nAccess     read\n") {
		t.Error(out)
	}
}

func TestRefusedLogin(t *testing.T) {
	t.Parallel()
	x, p := codeTerminal(t)
	p.decides("refuse")
	if _, errors, code := x.run("login"); code != 3 || !strings.Contains(errors, "was refused on the page") {
		t.Errorf("%d: %s", code, errors)
	}
	if _, err := os.Stat(settings.File(x.folder)); err == nil {
		t.Error("a refused sign-in is kept")
	}
}

func TestCodeThatExpires(t *testing.T) {
	t.Parallel()
	x, p := codeTerminal(t)
	x.ends = func(string) { p.user.Clock.Advance(time.Hour) }
	if _, errors, code := x.run("login"); code != 1 || !strings.Contains(errors, "the code has expired") {
		t.Errorf("%d: %s", code, errors)
	}
}

// With --json the code is beside the record.
func TestLoginByCodeWithJSON(t *testing.T) {
	t.Parallel()
	x, p := codeTerminal(t)
	ctx, stop := context.WithCancel(t.Context())
	x.env.OpenBrowser = func(string) error { stop(); return nil }
	out, errors, code := x.runIn(ctx, "login", "--json")
	if code != 1 || out != "" || !shownCode.MatchString(errors) {
		t.Errorf("%d: %q, %q", code, out, errors)
	}
	if got := p.apps(); len(got) != 0 {
		t.Errorf("a sign-in that was broken off: %v", got)
	}
}

func TestLogout(t *testing.T) {
	t.Parallel()
	x, p := codeTerminal(t)
	p.decides("allow")
	x.ok("login")
	p.decides("allow")
	x.ok("login") // takes the place of the first one
	if got := p.apps(); len(got) != 1 {
		t.Fatalf("%d apps, want one", len(got))
	}
	address := x.vars["STINT_URL"]
	x.says("Signed out of "+address+".", "logout")
	if got := p.apps(); len(got) != 0 {
		t.Errorf("the app is not revoked: %v", got)
	}
	x.fails(3, "not signed in", "status")
	x.fails(3, "not signed in", "logout")

	x.ok("login", "--key", keyOf(p.user, "time"))
	x.says("The API key of "+address+" is forgotten here. It still works: revoke it in your account if nothing "+
		"else uses it.", "logout")
	x.fails(3, "not signed in", "status")
}

// Who signs out of a service that does not answer is signed out here.
func TestLogoutWithoutTheService(t *testing.T) {
	t.Parallel()
	x, p := codeTerminal(t)
	p.decides("allow")
	x.ok("login")
	x.env.HTTP = &http.Client{Transport: transport(
		func(*http.Request) (*http.Response, error) { return nil, http.ErrServerClosed })}
	x.fails(6, "forgotten here, and may still be open on the service", "logout")
	x.fails(3, "not signed in", "status")
}

// A sign-in that was ended on the web says to sign in again.
func TestRevokedLogin(t *testing.T) {
	t.Parallel()
	x, p := codeTerminal(t)
	p.decides("allow")
	x.ok("login")
	p.user.Delete("/api/me/apps/" + p.apps()[0]["id"].(string)).OK()
	x.fails(3, "Run stint login again", "status")
}

// changeKeptToken changes the tokens in the file.
func (x *terminal) changeKeptToken(change func(token object)) {
	x.t.Helper()
	content, err := os.ReadFile(settings.File(x.folder))
	var all object
	if err == nil {
		err = json.Unmarshal(content, &all)
	}
	if err == nil {
		change(all["app"].(object)["token"].(object))
		content, err = json.Marshal(all)
	}
	if err == nil {
		err = os.WriteFile(settings.File(x.folder), content, 0o600)
	}
	if err != nil {
		x.t.Fatal(err)
	}
}

// Access tokens renew themselves: when they have ended, and when the clocks of both sides differ.
func TestTokensRenewThemselves(t *testing.T) {
	t.Parallel()
	x, p := codeTerminal(t)
	p.decides("allow")
	x.ok("login")
	for range 2 {
		x.changeKeptToken(func(token object) { token["expiry"] = "2020-01-01T00:00:00Z" })
		x.says("Nothing is running.", "status")
	}
	p.user.Clock.Advance(time.Hour) // the command does not know
	x.says("Nothing is running.", "status")
	x.says("Nothing is running.", "status")
}

// Several commands at once use a refresh token once. The service would end the sign-in of one that is used late.
func TestCommandsRenewOneAfterTheOther(t *testing.T) {
	t.Parallel()
	x, p := codeTerminal(t)
	p.decides("allow")
	x.ok("login")
	x.ends = nil
	x.changeKeptToken(func(token object) { token["expiry"] = "2020-01-01T00:00:00Z" })
	exchanges := make(chan string, 10)
	next := x.env.HTTP.Transport
	x.env.HTTP = &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
		if strings.HasSuffix(r.URL.Path, "/oauth/token") {
			exchanges <- r.URL.Path
			p.user.Clock.Advance(time.Minute)
		}
		return next.RoundTrip(r)
	})}
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() { x.says("Nothing is running.", "status") })
	}
	group.Wait()
	if len(exchanges) != 1 {
		t.Errorf("%d exchanges, want one", len(exchanges))
	}
}

// ring is a keyring in memory.
type ring struct {
	sync.Mutex
	secrets map[string]string
	locked  bool
}

func (r *ring) Get(service, user string) (string, error) {
	r.Lock()
	defer r.Unlock()
	if secret, ok := r.secrets[service+" "+user]; ok && !r.locked {
		return secret, nil
	}
	return "", errors.New("it is locked")
}

func (r *ring) Set(service, user, secret string) error {
	r.Lock()
	defer r.Unlock()
	if r.locked {
		return errors.New("it is locked")
	}
	r.secrets[service+" "+user] = secret
	return nil
}

func (r *ring) Delete(service, user string) error {
	r.Lock()
	defer r.Unlock()
	delete(r.secrets, service+" "+user)
	return nil
}

// maxSecret is what the keyring of each system takes, in bytes: 2,560 on windows.
const maxSecret = 2560

// only is the one secret; "" if there are several or none.
func (r *ring) only() (secret string) {
	for _, secret = range r.secrets {
	}
	if len(r.secrets) != 1 {
		return ""
	}
	return secret
}

func TestKeyring(t *testing.T) {
	t.Parallel()
	x, p := codeTerminal(t)
	keyring := &ring{secrets: map[string]string{}}
	x.env.Keyring = keyring
	p.decides("allow")
	if out := x.ok("login"); !strings.Contains(out, "The tokens are in the keyring of the system.") {
		t.Error(out)
	}
	secret := keyring.only()
	if content, err := os.ReadFile(settings.File(x.folder)); err != nil || strings.Contains(string(content), "token\":") ||
		!strings.Contains(secret, "refresh_token") || len(secret) > maxSecret {
		t.Errorf("%s: %d bytes in the keyring: %s", content, len(secret), secret)
	}
	p.user.Clock.Advance(time.Hour)
	x.says("Nothing is running.", "status")
	if renewed := keyring.only(); renewed == secret {
		t.Error("the new tokens are not in the keyring")
	}
	keyring.locked = true
	x.fails(1, "the keyring does not give the tokens: it is locked", "status")
	keyring.locked = false
	x.ok("logout")
	if len(keyring.secrets) != 0 {
		t.Errorf("%v stays in the keyring", keyring.secrets)
	}
	keyring.locked = true
	p.decides("allow")
	if out := x.ok("login"); !strings.Contains(out, "The tokens are in "+settings.File(x.folder)) {
		t.Error(out)
	}
}

// An address that is none of a service is named, and the metadata of another one are not followed.
func TestLoginAtAnotherAddress(t *testing.T) {
	t.Parallel()
	x, _ := codeTerminal(t)
	other := strings.Replace(x.vars["STINT_URL"], "localhost", "127.0.0.1", 1)
	x.fails(2, "says that its address is "+x.vars["STINT_URL"]+": if you trust that address", "login", "--url", other)
	x.fails(6, "there is no Stint service at", "login", "--url", x.vars["STINT_URL"]+"/elsewhere")
	x.fails(2, "--access does not know", "login", "--access", "all")
	x.fails(2, "no user, query or fragment", "login", "--url", "https://ada:pw@example.com")
}
