package oauth_test

import (
	"reflect"
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/shared/config"
)

func TestMetadata(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	get := func(path string) object { return api.Send(apitest.Request{Method: "GET", Path: path}).OK() }
	server := get("/.well-known/oauth-authorization-server")
	for name, want := range (object{
		"issuer": apitest.BaseURL, "authorization_endpoint": apitest.BaseURL + authorizePath,
		"token_endpoint": apitest.BaseURL + tokenPath, "revocation_endpoint": apitest.BaseURL + "/oauth/revoke",
		"device_authorization_endpoint":    apitest.BaseURL + "/oauth/device_authorization",
		"jwks_uri":                         apitest.BaseURL + "/.well-known/jwks.json",
		"code_challenge_methods_supported": []any{"S256"}, "response_types_supported": []any{"code"},
		"grant_types_supported":                          []any{"authorization_code", "refresh_token", grantDevice},
		"scopes_supported":                               []any{"read", "time", "full", "offline_access"},
		"authorization_response_iss_parameter_supported": true, "client_id_metadata_document_supported": true,
	}) {
		if !reflect.DeepEqual(server[name], want) {
			t.Errorf("%s is %v, want %v", name, server[name], want)
		}
	}
	if _, open := server["registration_endpoint"]; open {
		t.Error("registration is open")
	}
	for path, resource := range map[string]string{"": apitest.BaseURL, "/mcp": apitest.BaseURL + "/mcp"} {
		got := get("/.well-known/oauth-protected-resource" + path)
		if got["resource"] != resource || !reflect.DeepEqual(got["authorization_servers"], []any{apitest.BaseURL}) {
			t.Errorf("%s: %v", path, got)
		}
	}
}

// Where the public address has a path, all addresses have it too.
func TestMetadataBelowAPath(t *testing.T) {
	t.Parallel()
	const base = "https://api.example.com/live"
	api := apitest.New(t, func(c *config.Config) { c.PublicURL = base })
	server := api.Send(apitest.Request{Method: "GET", Path: "/.well-known/oauth-authorization-server"}).OK()
	if server["issuer"] != base || server["token_endpoint"] != base+tokenPath {
		t.Errorf("%v", server)
	}
	page := api.Send(apitest.Request{Method: "GET", Path: newAttempt("stint").address()})
	got := actionPattern.FindStringSubmatch(page.Page(200))
	if got == nil || !strings.HasPrefix(got[1], "/live/oauth") {
		t.Errorf("the form is sent to %v", got)
	}
	u := api.Register("ada")
	b := newBrowser(t, api)
	b.header["Origin"] = "https://api.example.com"
	b.open(newAttempt("stint").address())
	signedIn := api.Send(apitest.Request{Method: "POST", Path: newAttempt("stint").address(),
		Body:   apitest.Form("", "act", "sign_in", "email", u.Email, "password", apitest.Password).Body,
		Header: map[string]string{"Content-Type": "application/x-www-form-urlencoded", "Origin": "https://api.example.com"}})
	cookie := cookieOf(signedIn)
	if cookie == nil || cookie.Path != "/live/oauth" || !cookie.Secure || !cookie.HttpOnly {
		t.Errorf("cookie %+v", cookie)
	}
}

// A refused credential learns where the metadata are.
func TestRefusedCredentialsLeadToTheMetadata(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	for path, metadata := range map[string]string{"/api/v1/me": "", "/api/v1/entries": "", "/mcp": "/mcp"} {
		method := map[bool]string{true: "POST", false: "GET"}[path == "/mcp"]
		for _, bearer := range []string{"", "nonsense"} {
			answer := api.As(bearer).Do(method, path, object{})
			words := map[bool]string{true: `error="invalid_token", `}[bearer != ""]
			want := "Bearer " + words + `resource_metadata="` + apitest.BaseURL + "/.well-known/oauth-protected-resource" +
				metadata + `"`
			if got := answer.Header.Get("WWW-Authenticate"); answer.Status != 401 || got != want {
				t.Errorf("%s: %d %q, want %q", path, answer.Status, got, want)
			}
		}
	}
	other := api.Send(apitest.Request{Method: "GET", Path: "/api/v1/me", Header: map[string]string{
		"Authorization": "Basic YTpi"}})
	if got := other.Header.Get("WWW-Authenticate"); !strings.HasPrefix(got, "Bearer resource_metadata=") {
		t.Errorf("another scheme is no token: %q", got)
	}
	private := api.Send(apitest.Request{Method: "GET", Path: "/api/auth/me"})
	if got := private.Header.Get("WWW-Authenticate"); got != "Bearer" {
		t.Errorf("a private route says %q", got)
	}
}

// An app that may too little learns which scope it needs (RFC 6750, section 3.1). What another person may, it does not.
func TestRefusedScopesAreNamed(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	member := owner.AddMember("bob", "user")
	reads, tracks := owner.AllowApp(apitest.SomeApp(), "read"), owner.AllowApp(apitest.SomeApp(), "time")
	const metadata = `resource_metadata="` + apitest.BaseURL + `/.well-known/oauth-protected-resource"`
	for name, c := range map[string]struct {
		answer *apitest.Answer
		scope  string // "" for none
	}{
		"track":  {reads.Send("POST", "/api/v1/timers/start", object{}), "time"},
		"change": {tracks.Send("PATCH", "/api/v1/workspace", object{"name": "x"}), "full"},
		"another": {tracks.Send("POST", "/api/v1/entries", object{"userId": member.ID, "startedAt": "2026-06-16T08:00:00Z",
			"stoppedAt": "2026-06-16T09:00:00Z"}), "full"},
		"role": {member.AllowApp(apitest.SomeApp(), "full").Send("GET", "/api/v1/audit-log", nil), ""},
	} {
		want := ""
		if c.scope != "" {
			want = `Bearer error="insufficient_scope", scope="` + c.scope + `", ` + metadata
		}
		if got := c.answer.Header.Get("WWW-Authenticate"); c.answer.Status != 403 || got != want {
			t.Errorf("%s: %d %q, want %q\n%s", name, c.answer.Status, got, want, c.answer.Body)
		}
	}
}
