package apikeys_test

import (
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/shared/domain/people"
)

// statusOf is the status of the access of an app in the list of its user.
func statusOf(p *apitest.User, id string) string {
	for _, app := range p.Get("/api/me/apps").Items() {
		if app["id"] == id {
			return app["status"].(string)
		}
	}
	return "gone"
}

// An app reaches the public API with its access token, and its user sees it in a list.
func TestAppActsForItsUser(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	member := api.Register("mia")
	app := member.AllowApp(apitest.SomeApp(), people.AccessTime)

	me := app.Me().OK()
	if me["api_key"] != nil || me["user"].(object)["id"] != member.ID {
		t.Errorf("it is %v", me)
	}
	shown := me["app"].(object)
	if shown["id"] != app.ID || shown["client_id"] != app.Grant.App.ClientID || shown["name"] != "Timely" ||
		shown["host"] != "app.example.com" || shown["access"] != "time" {
		t.Errorf("the app is %v", shown)
	}
	all := member.Get("/api/me/apps").Items()
	if len(all) != 1 || all[0]["id"] != app.ID || all[0]["status"] != "active" ||
		all[0]["workspace_id"] != member.WorkspaceID ||
		all[0]["user"].(object)["email"] != member.Email || all[0]["last_used_at"] != "2026-06-17T12:00:00Z" ||
		all[0]["expires_at"] != "2026-09-15T12:00:00Z" {
		t.Errorf("the list has %v", all)
	}
	if keys := member.Get("/api/auth/api-keys").Items(); len(keys) != 0 {
		t.Errorf("the list of keys has %v", keys)
	}
	create(member, object{"name": "robot"}).OK()
	if all := member.Get("/api/me/apps").Items(); len(all) != 1 {
		t.Errorf("beside a key, the list of apps has %v", all)
	}
	second := create(member, object{"name": "second"}).OK()["token"].(string)
	if key := api.UseKey(second).OK(); key["app"] != nil {
		t.Errorf("the app of a key is %v", key["app"])
	}
}

// The token of an app is none of a session, and the other way round. An app may do what its access covers.
func TestAppReachesThePublicAPIAlone(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	member := api.Register("mia")
	app := member.AllowApp(apitest.SomeApp(), people.AccessRead)

	for _, path := range []string{"/api/auth/me", "/api/me/apps", "/api/workspaces", "/api/auth/api-keys"} {
		app.Send("GET", path, nil).Problem(401, "unauthorized")
	}
	member.Get("/api/v1/me").Problem(401, "unauthorized")
	app.Refresh, app.Access = app.Access, app.Refresh
	app.Me().Problem(401, "unauthorized") // a refresh token is none either
	app.Access = app.Refresh
	app.Send("PATCH", "/api/v1/workspace", object{"name": "New"}).Denied("scope_insufficient")
	app.Send("POST", "/api/v1/timers/start", object{}).Denied("scope_insufficient")
	app.Me().OK()
}

// A changed token, and one of another instance, are refused without a read.
func TestAppTokensAreVerified(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	app := api.Register("mia").AllowApp(apitest.SomeApp(), people.AccessRead)
	parts := strings.Split(app.Access, ".")
	for _, broken := range []string{app.Access + "x", parts[0] + "." + parts[1] + ".", strings.Repeat(".", 100_000),
		parts[0] + ".." + parts[2]} {
		api.Probe.Reset()
		api.UseKey(broken).Problem(401, "unauthorized")
		if calls := api.Probe.Snapshot().Calls; len(calls) != 0 {
			t.Errorf("the calls for %.20s… are %v", broken, calls)
		}
	}
}

// The access of an app ends 90 days after its last use.
func TestAppExpires(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	member := api.Register("mia")
	app := member.AllowApp(apitest.SomeApp(), people.AccessRead)
	api.Clock.Advance(80 * 24 * time.Hour)
	app.Me().Problem(401, "unauthorized") // the access token lives 15 minutes
	app, err := app.Refreshed()
	if err != nil {
		t.Fatal(err)
	}
	app.Me().OK()
	api.Clock.Advance(90*24*time.Hour - time.Second)
	if _, err := app.Refreshed(); err != nil {
		t.Fatal(err)
	}
	api.Clock.Advance(91 * 24 * time.Hour)
	if _, err := app.Refreshed(); err == nil {
		t.Error("an expired grant was refreshed")
	}
	member = member.SignInAgain()
	if got := statusOf(member, app.ID); got != "expired" {
		t.Errorf("its status is %q", got)
	}
}

// A use of an app keeps its access alive, and so is recorded at most once an hour.
func TestUseKeepsAnAppAlive(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	member := api.Register("mia")
	w := member.Get("/api/workspaces/" + member.WorkspaceID).OK()
	if w["apps"] != "any" {
		t.Errorf("by default, the workspace allows %v", w["apps"])
	}
	app := member.AllowApp(apitest.SomeApp(), people.AccessRead)
	for range 3 {
		api.Clock.Advance(80 * 24 * time.Hour)
		next, err := app.Refreshed()
		if err != nil {
			t.Fatal(err)
		}
		app = next
	}
}

// The maxKeyDays of the workspace bound the access of an app however often it is used.
func TestMaxKeyDaysBoundApps(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	member := api.Register("mia")
	member.Patch("/api/workspaces/"+member.WorkspaceID, object{"maxKeyDays": 10}).OK()
	app := member.AllowApp(apitest.SomeApp(), people.AccessRead)
	if got := member.Get("/api/me/apps").Items()[0]["expires_at"]; got != "2026-06-27T12:00:00Z" {
		t.Errorf("it expires at %v", got)
	}
	api.Clock.Advance(10*24*time.Hour - 1*time.Minute)
	app, err := app.Refreshed()
	if err != nil {
		t.Fatal(err)
	}
	if app.ExpiresIn != 60 {
		t.Errorf("the access token lives %d seconds", app.ExpiresIn)
	}
	api.Clock.Advance(time.Minute)
	app.Me().Problem(401, "unauthorized")
	if _, err := app.Refreshed(); err == nil {
		t.Error("it was refreshed after ten days")
	}
}

// Its user ends the access of an app at once. Others do not find it.
func TestRevokeApp(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("olga")
	member, coworker := owner.AddMember("mia", "user"), owner.AddMember("tom", "user")
	app := member.AllowApp(apitest.SomeApp(), people.AccessRead)

	coworker.Delete("/api/me/apps/"+app.ID).Problem(404, "not_found")
	owner.Delete("/api/me/apps/"+app.ID).Problem(404, "not_found")
	coworker.Delete("/api/workspaces/" + owner.WorkspaceID + "/apps/" + app.ID).Denied("role_insufficient")
	coworker.Get("/api/workspaces/" + owner.WorkspaceID + "/apps").Denied("role_insufficient")
	app.Me().OK()
	member.Delete("/api/me/apps/" + app.ID).OK()
	app.Me().Problem(401, "unauthorized")
	if _, err := app.Refreshed(); err == nil {
		t.Error("its refresh token still works")
	}
	member.Delete("/api/me/apps/" + app.ID).OK() // changes nothing
	if got := statusOf(member, app.ID); got != "revoked" {
		t.Errorf("its status is %q", got)
	}
	key := create(member, object{"name": "robot"}).ID()
	member.Delete("/api/me/apps/"+key).Problem(404, "not_found")
	revoke(member, member.WorkspaceID, app.ID).Problem(404, "not_found")
}

// Owner and admins see the apps of all members, and end their access.
func TestAppsOfAWorkspace(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("olga")
	member := owner.AddMember("mia", "user")
	app := member.AllowApp(apitest.SomeApp(), people.AccessRead)
	other := owner.AllowApp(apitest.SomeApp(), people.AccessFull)
	outsider := api.Register("otto")
	theirs := outsider.AllowApp(apitest.SomeApp(), people.AccessRead)

	path := "/api/workspaces/" + owner.WorkspaceID + "/apps"
	seen := map[string]string{}
	for _, shown := range owner.Get(path).Items() {
		seen[shown["id"].(string)] = shown["user"].(object)["id"].(string)
	}
	if len(seen) != 2 || seen[app.ID] != member.ID || seen[other.ID] != owner.ID {
		t.Errorf("the list is %v", seen)
	}
	first := owner.Get(path + "?limit=1").OK()
	if second := owner.Get(path + "?limit=1&cursor=" + first["next_cursor"].(string)).Items(); len(second) != 1 ||
		second[0]["id"] == first["items"].([]any)[0].(object)["id"] {
		t.Errorf("the second page has %v", second)
	}
	owner.Delete(path+"/"+theirs.ID).Problem(404, "not_found")
	owner.Delete(path+"/"+create(owner, object{"name": "robot"}).ID()).Problem(404, "not_found")
	owner.Delete(path + "/" + app.ID).OK()
	app.Me().Problem(401, "unauthorized")
	other.Me().OK()
	outsider.Get(path).Problem(404, "not_found")
}
