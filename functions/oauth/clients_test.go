package oauth_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/shared/config"
)

// A document is of use only if it is one of the app at its address, and of an app without a secret.
func TestDocumentsAreChecked(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	b := newBrowser(t, api)
	for name, change := range map[string]func(object){
		"another client":        func(d object) { d["client_id"] = "https://app.example.com/client.json" },
		"no client":             func(d object) { delete(d, "client_id") },
		"no name":               func(d object) { delete(d, "client_name") },
		"the service's name":    func(d object) { d["client_name"] = " stint" },
		"a name like that":      func(d object) { d["client_name"] = "St\u0456 nt" },
		"an answer's parameter": func(d object) { d["redirect_uris"] = []string{"https://a.example/cb?state=old"} },
		"a name like a link":    func(d object) { d["client_name"] = "https://bank.example" },
		"a long name":           func(d object) { d["client_name"] = strings.Repeat("a", 101) },
		"no address":            func(d object) { d["redirect_uris"] = []string{} },
		"an address by http":    func(d object) { d["redirect_uris"] = []string{"http://app.example.com/"} },
		"a scheme":              func(d object) { d["redirect_uris"] = []string{"app:/callback"} },
		"too many addresses": func(d object) {
			d["redirect_uris"] = strings.Fields(strings.Repeat(callback+" ", 21))
		},
		"a secret":          func(d object) { d["client_secret"] = "x" },
		"another method":    func(d object) { d["token_endpoint_auth_method"] = "client_secret_basic" },
		"other grant types": func(d object) { d["grant_types"] = []string{"client_credentials"} },
		"a type":            func(d object) { d["redirect_uris"] = callback },
		"32 KB":             func(d object) { d["more"] = strings.Repeat("a", 32<<10) },
	} {
		m := newMaker(t, change)
		if page := b.open(newAttempt(m.id).address()); page.Status != 400 || page.Header.Get("Location") != "" {
			t.Errorf("%s: %d", name, page.Status)
		}
	}
	served := func(handle http.HandlerFunc) string {
		server := httptest.NewServer(handle)
		t.Cleanup(server.Close)
		return server.URL + "/client.json"
	}
	good := newMaker(t)
	for name, id := range map[string]string{
		"a page":     served(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>")) }),
		"nothing":    served(http.NotFound),
		"a redirect": served(func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, good.id, http.StatusFound) }),
	} {
		b.open(newAttempt(id).address()).Page(400)
		_ = name
	}
	if good.fetched.Load() != 0 {
		t.Error("a redirect was followed")
	}
	b.open(newAttempt(good.id).address()).Page(200)
}

// A document is made for all servers: what this service sends no answers to does not count, and cannot be asked for.
func TestDocumentsMayHaveOtherAddresses(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	b := newBrowser(t, api)
	m := newMaker(t, func(d object) {
		d["redirect_uris"] = []string{"app:/callback", callback, "https://a.example;sandbox/", "https://*/"}
	})
	b.open(newAttempt(m.id).address()).Page(200)
	for _, other := range []string{"app:/callback", "https://a.example;sandbox/", "https://*/"} {
		b.open(newAttempt(m.id).address("redirect_uri", other)).Page(400)
	}
}

// The page says which site gets the answer, and offers less than everything first for an app that nobody knows.
func TestThePageSaysWhereTheAnswerGoes(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	u, m := api.Register("ada"), newMaker(t, func(d object) {
		d["redirect_uris"] = []string{callback, "https://app.example/cb"}
	})
	b := newBrowser(t, api)
	b.open(newAttempt(m.id).address("scope", "full"))
	here := b.signIn(u).Page(200)
	there := b.open(newAttempt(m.id).address("scope", "full", "redirect_uri", "https://app.example/cb")).Page(200)
	if !strings.Contains(here, "a program on this device") || !strings.Contains(there, "<dd>app.example</dd>") {
		t.Errorf("the pages do not say where the answer goes:\n%s\n%s", here, there)
	}
	if strings.Index(here, `value="time"`) > strings.Index(here, `value="full"`) {
		t.Error("everything is offered first")
	}
}

// A setting that refuses the app tells the audit log who wanted to allow it.
func TestARefusalIsInTheAuditLog(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	u, b := api.Register("ada"), newBrowser(t, api)
	b.open(newAttempt(newMaker(t).id).address())
	b.signIn(u)
	u.Patch("/api/workspaces/"+u.WorkspaceID, object{"apps": "registered"}).OK()
	if page := b.submit("allow"); page.Status != 400 {
		t.Errorf("status %d", page.Status)
	}
	log := u.Get("/api/workspaces/" + u.WorkspaceID + "/audit-log?action=app.refused").Items()
	if len(log) != 1 || log[0]["actor"].(object)["id"] != u.ID {
		t.Errorf("audit log %v", log)
	}
}

// The page that only refuses tells the audit log, too: once a day for each app and person, and not where the user has
// another workspace to choose.
func TestAPageThatRefusesTellsTheAuditLog(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	u, m, other := owner.AddMember("mia", "user"), newMaker(t), newMaker(t)
	owner.Patch("/api/workspaces/"+owner.WorkspaceID, object{"apps": "registered"}).OK()
	b := newBrowser(t, api)
	want := func(events int) {
		t.Helper()
		log := owner.Get("/api/workspaces/" + owner.WorkspaceID + "/audit-log?action=app.refused").Items()
		if len(log) != events || events > 0 && log[0]["actor"].(object)["id"] != u.ID {
			t.Errorf("audit log %v, want %d events", log, events)
		}
	}
	b.open(newAttempt(m.id).address())
	want(0)
	b.signIn(u).Page(200)
	want(1)
	b.open(newAttempt(m.id).address()).Page(200)
	b.submit("allow", "workspace", owner.WorkspaceID).Page(400)
	want(1)
	b.open(newAttempt(other.id).address()).Page(200)
	want(2)
	b.open(newAttempt("stint").address()).Page(200) // which counts as registered
	want(2)
	api.Clock.Advance(24 * time.Hour)
	u = u.SignInAgain()
	owner = owner.SignInAgain()
	b.open(newAttempt(m.id).address())
	b.signIn(u).Page(200)
	want(3)
	u.Post("/api/workspaces", object{"name": "Own"}).OK()
	b.open(newAttempt(newMaker(t).id).address()).Page(200)
	want(3)
}

// A document is fetched once in a while, and as often as its server wants.
func TestDocumentsAreKept(t *testing.T) {
	t.Parallel()
	api, m := apitest.New(t), newMaker(t)
	b := newBrowser(t, api)
	open := func() { b.open(newAttempt(m.id).address()).Page(200) }
	open()
	open()
	if got := m.fetched.Load(); got != 1 {
		t.Errorf("fetched %d times", got)
	}
	api.Clock.Advance(24 * time.Hour)
	open()
	if got := m.fetched.Load(); got != 2 {
		t.Errorf("fetched %d times after a day", got)
	}
	limited := newBrowser(t, apitest.New(t, func(c *config.Config) { c.AttemptsPerNetwork = 1000 }))
	for i := range 21 {
		other := newMaker(t)
		want := map[bool]int{true: 200, false: 429}[i < 20]
		if got := limited.open(newAttempt(other.id).address()); got.Status != want ||
			int(other.fetched.Load()) != want/200%2 {
			t.Errorf("document %d: %d, fetched %d times", i+1, got.Status, other.fetched.Load())
		}
	}
}

// An app that a workspace registered proves itself by its secret, and serves the members of that workspace.
func TestRegisteredApps(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	u, other := api.Register("ada"), api.Register("eve")
	clients := "/api/workspaces/" + u.WorkspaceID + "/oauth-clients"
	made := u.Post(clients, object{"name": "Payroll", "redirectUris": []string{callback}, "isConfidential": true}).OK()
	id, secret := made["id"].(string), made["client_secret"].(string)
	public := u.Post(clients, object{"name": "Desktop", "redirectUris": []string{callback}}).OK()["id"].(string)
	a, b := newAttempt(id), newBrowser(t, api)
	code := b.allow(u, a)
	pairs := []string{"grant_type", "authorization_code", "code", code, "code_verifier", a.verifier}
	wantFailure(t, exchange(api, append(pairs, "client_id", id)...), 401, "invalid_client")
	wantFailure(t, exchange(api, append(pairs, "client_id", id, "client_secret", "wrong")...), 401, "invalid_client")
	wantFailure(t, exchange(api, append(pairs, "client_id", public, "client_secret", "x")...), 401, "invalid_client")
	wantFailure(t, exchange(api, append(pairs, "client_id", public)...), 400, "invalid_grant")
	basic := func(id, secret string, pairs ...string) *apitest.Answer {
		form := apitest.Form(tokenPath, pairs...)
		request := http.Request{Header: http.Header{}}
		request.SetBasicAuth(id, secret)
		form.Header["Authorization"] = request.Header.Get("Authorization")
		return api.Send(form)
	}
	refused := basic(id, "wrong", pairs...)
	wantFailure(t, refused, 401, "invalid_client")
	if got := refused.Header.Get("WWW-Authenticate"); got != `Basic realm="Stint"` {
		t.Errorf("challenge %q", got)
	}
	wantFailure(t, basic(id, secret, append(pairs, "client_secret", secret)...), 400, "invalid_request")
	wantFailure(t, basic(id, secret, append(pairs, "client_id", public)...), 401, "invalid_client")
	token := basic(id, secret, pairs...).OK()
	exchange(api, "grant_type", "refresh_token", "refresh_token", token["refresh_token"].(string), "client_id", id,
		"client_secret", secret).OK()

	outsider := newBrowser(t, api)
	outsider.open(newAttempt(id).address())
	if page := outsider.signIn(other).Page(200); strings.Contains(page, `value="allow"`) {
		t.Error("a user of another workspace may allow the app")
	}
}
