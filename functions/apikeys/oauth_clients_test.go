package apikeys_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/shared/domain/people"
)

// clientsOf is the path of the registered apps of a user's workspace.
func clientsOf(p *apitest.User) string { return "/api/workspaces/" + p.WorkspaceID + "/oauth-clients" }

func register(p *apitest.User, more object) *apitest.Answer {
	return p.Post(clientsOf(p), apitest.Body(object{"name": "Timely",
		"redirectUris": []string{"https://app.example.com/callback"}}, more))
}

// registered is a registered app as users allow it.
func registered(t *testing.T, p *apitest.User, id string) people.App {
	t.Helper()
	c, ok, err := p.Deps.Apps().Client(t.Context(), id)
	if err != nil || !ok {
		t.Fatalf("%s: %t, %v", id, ok, err)
	}
	app := c.App()
	app.Host = "app.example.com"
	return app
}

// A workspace registers an app. Its secret is shown once.
func TestRegisterAnApp(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("olga")
	open := register(owner, object{"redirectUris": []string{"https://a.example/cb", "https://a.example/cb",
		"http://127.0.0.1/cb"}}).OK()
	if open["client_secret"] != nil || open["is_confidential"] != false || open["client_id"] != open["id"] ||
		len(open["redirect_uris"].([]any)) != 2 {
		t.Errorf("it is %v", open)
	}
	made := register(owner, object{"isConfidential": true})
	secret := made.OK()["client_secret"].(string)
	if !strings.HasPrefix(secret, "stint_client_") || len(secret) < 50 {
		t.Errorf("the secret is %q", secret)
	}
	if shown := owner.Get(clientsOf(owner)); strings.Contains(string(shown.Body), "secret") || len(shown.Items()) != 2 {
		t.Errorf("the list is %s", shown.Body)
	}
	c, _, err := api.Deps.Apps().Client(t.Context(), made.ID())
	if err != nil || !c.HasSecret(secret) || c.HasSecret(secret+"x") || c.HasSecret("") {
		t.Errorf("%v: it does not know its secret", err)
	}
}

// A replay does not show the secret again.
func TestReplayOfARegistrationHasNoSecret(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("olga")
	ask := func() *apitest.Answer {
		return owner.With("Idempotency-Key", "once").Post(clientsOf(owner), object{"name": "Timely",
			"redirectUris": []string{"https://app.example.com/callback"}, "isConfidential": true})
	}
	first, again := ask().OK(), ask().OK()
	if first["client_secret"] == nil || again["client_secret"] != nil || first["id"] != again["id"] {
		t.Errorf("first %v, again %v", first, again)
	}
}

func TestRedirectURIsAreChecked(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("olga")
	for _, uri := range []string{"http://app.example.com/cb", "https://", "https://app.example.com/#x", "com.example:/cb",
		"https://me:pw@app.example.com/cb", "http://127.0.0.1.example.com/", "javascript:alert(1)", "/cb", "",
		"https://app.example.com/ x", `https:\\app.example.com`, "https://app.example.com/" + strings.Repeat("a", 2_000)} {
		register(owner, object{"redirectUris": []string{uri}}).Invalid("redirectUris[0] url_invalid")
	}
	for _, uri := range []string{"http://127.0.0.1/cb", "http://[::1]:8080/cb", "http://localhost/", "https://a.example"} {
		register(owner, object{"redirectUris": []string{uri}}).OK()
	}
	register(owner, object{"redirectUris": []string{}}).Invalid("redirectUris min_items")
	eleven := slices.Repeat([]string{"https://a.example/"}, 11)
	register(owner, object{"redirectUris": eleven}).Invalid("redirectUris max_items")
	register(owner, object{"name": "see www.example.com"}).Invalid("name text_not_allowed")
	for _, uri := range []string{"https://a.example/?code=old", "https://a.example/?x=1&state=", "https://a.example/?iss",
		"https://a.example/?error=a", "http://127.0.0.1/?error_description=a", "https://a.example/?%63ode=1"} {
		register(owner, object{"redirectUris": []string{uri}}).Invalid("redirectUris[0] url_invalid")
	}
	register(owner, object{"redirectUris": []string{"https://a.example/?x=code&codes=1"}}).OK()
}

// No other app has the name of the service, or one that looks like it.
func TestNoAppIsNamedLikeTheService(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("olga")
	id := register(owner, nil).ID()
	for _, name := range []string{"Stint", "S t i n t", "St\u0456nt"} {
		register(owner, object{"name": name}).Invalid("name text_not_allowed")
		owner.Patch(clientsOf(owner)+"/"+id, object{"name": name}).Invalid("name text_not_allowed")
	}
	owner.Patch(clientsOf(owner)+"/"+id, object{"name": "Stint for Acme"}).OK()
}

// Only owner and admins of the workspace manage its registered apps.
func TestWhoManagesRegisteredApps(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("olga")
	admin, member := owner.AddMember("ada", "admin"), owner.AddMember("mia", "user")
	id := register(admin, nil).ID()
	register(member, nil).Denied("role_insufficient")
	member.Get(clientsOf(owner)).Denied("role_insufficient")
	member.Delete(clientsOf(owner) + "/" + id).Denied("role_insufficient")
	outsider := api.Register("otto")
	theirs := register(outsider, nil).ID()
	outsider.Get(clientsOf(owner)).Problem(404, "not_found")
	owner.Patch(clientsOf(owner)+"/"+theirs, object{"name": "Mine"}).Problem(404, "not_found")
	owner.Delete(clientsOf(owner)+"/"+theirs).Problem(404, "not_found")
	owner.Post(clientsOf(owner)+"/"+theirs+"/rotate-secret", nil).Problem(404, "not_found")
	admin.Delete(clientsOf(owner) + "/" + id).OK()
}

func TestChangeARegisteredApp(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("olga")
	id := register(owner, object{"isConfidential": true}).ID()
	path := clientsOf(owner) + "/" + id
	changed := owner.Patch(path, object{"name": "Other", "redirectUris": []string{"https://b.example/"}}).OK()
	if changed["name"] != "Other" || changed["version"] != 2.0 ||
		changed["redirect_uris"].([]any)[0] != "https://b.example/" {
		t.Errorf("it is %v", changed)
	}
	if same := owner.Patch(path, object{"name": "Other"}).OK(); same["version"] != 2.0 {
		t.Errorf("without a change its version is %v", same["version"])
	}
	owner.With("If-Match", `"1"`).Patch(path, object{"name": "Third"}).Conflict("version_stale")
	rotated := owner.Post(path+"/rotate-secret", nil).OK()
	if c, _, _ := owner.Deps.Apps().Client(t.Context(), id); !c.HasSecret(rotated["client_secret"].(string)) {
		t.Error("the new secret is not its own")
	}
	public := register(owner, nil).ID()
	owner.Post(clientsOf(owner)+"/"+public+"/rotate-secret", nil).Conflict("secret_missing")
}

// The access that members gave to a registered app ends when it is deleted.
func TestDeletingARegisteredAppEndsItsAccess(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("olga")
	id := register(owner, nil).ID()
	app := owner.AllowApp(registered(t, owner, id), people.AccessRead)
	if shown := app.Me().OK()["app"].(object); shown["client_id"] != id || shown["host"] != "app.example.com" {
		t.Errorf("the app is %v", shown)
	}
	if got := statusOf(owner, app.ID); got != "active" {
		t.Errorf("its status is %q", got)
	}
	owner.Delete(clientsOf(owner) + "/" + id).OK()
	app.Me().Problem(401, "unauthorized")
	if got := statusOf(owner, app.ID); got != "revoked" {
		t.Errorf("its status is %q", got)
	}
	if _, ok, err := owner.Deps.Apps().Client(t.Context(), id); ok || err != nil {
		t.Errorf("%v: it is still found", err)
	}
	owner.Delete(clientsOf(owner)+"/"+id).Problem(404, "not_found")
}

// A workspace registers at most 50 apps.
func TestLimitOfRegisteredApps(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("olga")
	var id string
	for range people.MaxOAuthClients {
		id = register(owner, nil).ID()
	}
	register(owner, nil).Conflict("limit_reached")
	owner.Delete(clientsOf(owner) + "/" + id).OK()
	owner.Patch("/api/workspaces/"+owner.WorkspaceID, object{"name": "Other"}).OK()
	register(owner, nil).OK()
	register(owner, nil).Conflict("limit_reached")
}

func TestRegisteredAppsUnderFaults(t *testing.T) {
	path := func(p *apitest.User, id string) string { return clientsOf(p) + "/" + id }
	for name, act := range map[string]func(p *apitest.User, id string) *apitest.Answer{
		"create": func(p *apitest.User, _ string) *apitest.Answer { return register(p, object{"name": "New"}) },
		"change": func(p *apitest.User, id string) *apitest.Answer { return p.Patch(path(p, id), object{"name": "New"}) },
		"delete": func(p *apitest.User, id string) *apitest.Answer { return p.Delete(path(p, id)) },
		"rotate": func(p *apitest.User, id string) *apitest.Answer { return p.Post(path(p, id)+"/rotate-secret", nil) },
	} {
		t.Run(name, func(t *testing.T) {
			var owner *apitest.User
			apitest.FaultWalk{
				Prepare: func(api *apitest.Service) func() *apitest.Answer {
					owner = api.Register("olga")
					id := register(owner, object{"isConfidential": true}).ID()
					return func() *apitest.Answer { return act(owner, id) }
				},
				State: func(*apitest.Service) string {
					var all []string
					for _, c := range owner.Get(clientsOf(owner)).Items() {
						all = append(all, fmt.Sprint(c["name"], c["version"]))
					}
					return strings.Join(all, " ")
				},
				CheckRetry: func(_ *apitest.Service, again *apitest.Answer) {
					if name == "delete" && again.Status == 404 {
						return
					}
					again.OK()
				},
			}.Run(t)
		})
	}
}
