package apikeys_test

import (
	"testing"

	"stint/internal/apitest"
	"stint/shared/domain"
	"stint/shared/domain/people"
)

// endings are what ends all that a member has for programs in a workspace: keys, apps and feeds.
var endings = map[string]func(owner, member *apitest.User){
	"a password reset": func(_, member *apitest.User) { reset(member, false) },
	"the end of membership": func(o, member *apitest.User) {
		o.Delete("/api/workspaces/" + o.WorkspaceID + "/members/" + member.ID).OK()
	},
	"leaving": func(o, member *apitest.User) { member.Post("/api/workspaces/"+o.WorkspaceID+"/leave", nil).OK() },
	"an end and a return": func(o, member *apitest.User) {
		path := "/api/workspaces/" + o.WorkspaceID + "/members/" + member.ID
		o.Delete(path).OK()
		o.Patch(path, object{"isDeactivated": false}).OK()
	},
	"the end of the sessions": func(o, member *apitest.User) {
		o.Delete("/api/workspaces/" + o.WorkspaceID + "/members/" + member.ID + "/sessions").OK()
	},
	"the deletion of the account": func(_, member *apitest.User) {
		member.Do("DELETE", "/api/me", object{"password": apitest.Password}).OK()
	},
	"the deletion of the workspace": func(o, _ *apitest.User) { o.Delete("/api/workspaces/" + o.WorkspaceID).OK() },
}

// The access of an app ends with whatever ends an API key, at once and for good.
func TestWhatEndsApps(t *testing.T) {
	t.Parallel()
	ends := map[string]func(owner, member *apitest.User, app apitest.App){
		"the user ends it": func(_, member *apitest.User, app apitest.App) { member.Delete("/api/me/apps/" + app.ID).OK() },
		"an owner ends it": func(o, _ *apitest.User, app apitest.App) {
			o.Delete("/api/workspaces/" + o.WorkspaceID + "/apps/" + app.ID).OK()
		},
		"no apps":               func(o, _ *apitest.User, _ apitest.App) { allowApps(o, "none") },
		"registered apps alone": func(o, _ *apitest.User, _ apitest.App) { allowApps(o, "registered") },
		"no apps for a while": func(o, _ *apitest.User, _ apitest.App) {
			allowApps(o, "none")
			allowApps(o, "any")
		},
	}
	for name, end := range endings {
		ends[name] = func(o, member *apitest.User, _ apitest.App) { end(o, member) }
	}
	for name, end := range ends {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			api := apitest.New(t)
			owner := api.Register("olga")
			member := owner.AddMember("mia", "user")
			app := member.AllowApp(apitest.SomeApp(), people.AccessRead)
			app.Me().OK()
			end(owner, member, app)
			app.Me().Problem(401, "unauthorized")
			if _, err := app.Refreshed(); err == nil {
				t.Error("it was refreshed")
			}
		})
	}
}

func allowApps(owner *apitest.User, policy string) {
	owner.Patch("/api/workspaces/"+owner.WorkspaceID, object{"apps": policy}).OK()
}

// reset sets another password by a mailed token.
func reset(p *apitest.User, keepAPIKeys bool) {
	p.Post("/api/auth/password-reset/request", object{"email": p.Email}).OK()
	p.Post("/api/auth/password-reset/confirm", object{"token": p.MailedToken(p.Email, "password-reset"),
		"newPassword": "another good password", "keepApiKeys": keepAPIKeys}).OK()
}

// A reset that keeps API keys keeps apps too.
func TestKeptAPIKeysKeepApps(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	member := api.Register("mia")
	reset(member, true) // proves the address
	member = api.UserOf(api.Send(apitest.Request{Method: "POST", Path: "/api/auth/login",
		Body: object{"email": member.Email, "password": "another good password"}}))
	app := member.AllowApp(apitest.SomeApp(), people.AccessRead)
	reset(member, true)
	app.Me().OK()
	reset(member, false)
	app.Me().Problem(401, "unauthorized")
}

// The first proof of an address ends the apps that were allowed before.
func TestTheFirstProofEndsApps(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	member := api.Register("mia")
	app := member.AllowApp(apitest.SomeApp(), people.AccessRead)
	reset(member, true)
	app.Me().Problem(401, "unauthorized")
}

// The setting of the workspace decides by who vouches for an app. What it ended stays ended.
func TestAppsOfAWorkspaceAreLimited(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("olga")
	command := people.App{ClientID: people.CommandClientID, Name: "stint", Kind: people.AppCommand}
	own := registered(t, owner, register(owner, nil).ID())
	open, cli, ours := owner.AllowApp(apitest.SomeApp(), people.AccessRead), owner.AllowApp(command, people.AccessRead),
		owner.AllowApp(own, people.AccessRead)

	allowApps(owner, "registered")
	open.Me().Problem(401, "unauthorized")
	cli.Me().OK()
	ours.Me().OK()
	if _, err := owner.TryApp(apitest.SomeApp(), people.AccessRead); err == nil {
		t.Error("an app that nobody registered was allowed")
	}
	allowApps(owner, "any")
	open.Me().Problem(401, "unauthorized")
	cli.Me().OK()
	owner.AllowApp(apitest.SomeApp(), people.AccessRead).Me().OK()
	allowApps(owner, "none")
	cli.Me().Problem(401, "unauthorized")
	ours.Me().Problem(401, "unauthorized")
	if _, err := owner.TryApp(command, people.AccessRead); err == nil {
		t.Error("the command was allowed")
	}
	allowApps(owner, "registered")
	cli.Me().Problem(401, "unauthorized")
	owner.AllowApp(command, people.AccessRead).Me().OK()
	owner.Patch("/api/workspaces/"+owner.WorkspaceID, object{"apps": "some"}).Invalid("apps enum_invalid")
}

// An app acts from the networks of the workspace alone, and where single sign-on is required, for users who have it.
func TestPolicyHoldsForApps(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("olga")
	app := owner.AllowApp(apitest.SomeApp(), people.AccessRead)
	from := func(ip string) *apitest.Answer {
		return api.Send(apitest.Request{Method: "GET", Path: "/api/v1/me", Bearer: app.Access, ClientIP: ip})
	}
	setPolicy(t, owner, func(w *people.Workspace) { w.AllowedNetworks = []people.Network{"192.0.2.0/24"} })
	from("198.51.100.7").Denied("network_not_allowed")
	from("192.0.2.7").OK()
	setPolicy(t, owner, func(w *people.Workspace) { w.RequireSSO = true })
	from("192.0.2.7").Denied("sso_required")
}

// setPolicy changes the workspace of a user without the checks of the route.
func setPolicy(t *testing.T, p *apitest.User, change func(*people.Workspace)) {
	t.Helper()
	found, err := p.Deps.Store.Identity(t.Context(), people.IdentityQuery{UserID: domain.ID(p.ID),
		WorkspaceID: domain.ID(p.WorkspaceID)})
	if err != nil {
		t.Fatal(err)
	}
	now := found.Workspace.NextVersion()
	change(&now)
	if err := p.Deps.Store.ChangeWorkspace(t.Context(), *found.Workspace, now); err != nil {
		t.Fatal(err)
	}
}
