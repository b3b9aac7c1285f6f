package apikeys_test

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/apps"
	"stint/shared/config"
	"stint/shared/domain/people"
	"stint/shared/store/peopledb"
)

func mostApps(n int) apitest.Option { return func(c *config.Config) { c.Limits.Apps = n } }

// A person has a limit of apps in all workspaces. Ended ones make room, and keys are counted apart.
func TestLimitOfApps(t *testing.T) {
	t.Parallel()
	api := apitest.New(t, mostApps(50))
	member := api.Register("mia")
	create(member, object{"name": "robot"}).OK()
	var last apitest.App
	for range 50 {
		last = member.AllowApp(apitest.SomeApp(), people.AccessRead)
	}
	if _, err := member.TryApp(apitest.SomeApp(), people.AccessRead); !errors.Is(err, peopledb.ErrTooManyGrants) {
		t.Fatalf("the 51st app: %v", err)
	}
	other := *member
	other.WorkspaceID = member.Post("/api/workspaces", object{"name": "Second"}).ID()
	if _, err := other.TryApp(apitest.SomeApp(), people.AccessRead); !errors.Is(err, peopledb.ErrTooManyGrants) {
		t.Errorf("the 51st app, in another workspace: %v", err)
	}
	member.Delete("/api/me/apps/" + last.ID).OK()
	member.AllowApp(apitest.SomeApp(), people.AccessRead).Me().OK()
	if got := statusOf(member, last.ID); got != "gone" {
		t.Errorf("the app that made room is %q", got)
	}
	api.Clock.Advance(91 * 24 * time.Hour)
	for range 50 {
		member.AllowApp(apitest.SomeApp(), people.AccessRead)
	}
	if all := member.SignInAgain().Get("/api/me/apps?limit=200").Items(); len(all) != 50 {
		t.Errorf("%d apps are kept", len(all))
	}
}

// Of consents at the same time, no more succeed than a person may have apps.
func TestConsentsRaceTheLimit(t *testing.T) {
	t.Parallel()
	api := apitest.New(t, mostApps(3))
	member := api.Register("mia")
	member.AllowApp(apitest.SomeApp(), people.AccessRead)
	var allowed atomic.Int64
	testkit.Race(t, 5, func(int) {
		if _, err := member.TryApp(apitest.SomeApp(), people.AccessRead); err == nil {
			allowed.Add(1)
		}
	})
	if all := member.Get("/api/me/apps").Items(); len(all) > 3 || int(allowed.Load()) != len(all)-1 || len(all) < 2 {
		t.Errorf("%d apps after %d consents", len(all), allowed.Load())
	}
}

// The refresh token that was replaced gets the present one again for ten seconds. Later it ends the access.
func TestUsedRefreshTokens(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	member := api.Register("mia")
	first := member.AllowApp(apitest.SomeApp(), people.AccessRead)
	second := refreshed(t, first)
	if second.Refresh == first.Refresh {
		t.Error("the token was not replaced")
	}
	api.Clock.Advance(10 * time.Second)
	if again := refreshed(t, first); again.Refresh != second.Refresh {
		t.Error("within the grace it gets another token")
	}
	api.Clock.Advance(time.Second)
	second.Me().OK()
	if _, err := first.Refreshed(); !errors.Is(err, apps.ErrInvalidGrant) {
		t.Errorf("after the grace: %v", err)
	}
	second.Me().Problem(401, "unauthorized")
	if _, err := second.Refreshed(); !errors.Is(err, apps.ErrInvalidGrant) {
		t.Errorf("the present token after that: %v", err)
	}
	if got := statusOf(member, first.ID); got != "revoked" {
		t.Errorf("its status is %q", got)
	}
	log := member.Get("/api/workspaces/" + member.WorkspaceID + "/audit-log?action=app.revoked").Items()
	if len(log) != 1 || log[0]["actor"].(object)["kind"] != "system" {
		t.Errorf("the audit log has %v", log)
	}
}

func refreshed(t *testing.T, a apitest.App) apitest.App {
	t.Helper()
	next, err := a.Refreshed()
	if err != nil {
		t.Fatal(err)
	}
	return next
}

// A token two generations old ends the access at once, and so does one of another client nothing.
func TestOldAndForeignRefreshTokens(t *testing.T) {
	t.Parallel()
	member := apitest.New(t).Register("mia")
	first := member.AllowApp(apitest.SomeApp(), people.AccessRead)
	third := refreshed(t, refreshed(t, first))
	foreign := third
	app := *third.Grant.App
	app.ClientID, foreign.Grant.App = "https://other.example/client.json", &app
	if _, err := foreign.Refreshed(); !errors.Is(err, apps.ErrInvalidGrant) {
		t.Errorf("of another client: %v", err)
	}
	third = refreshed(t, third)
	if _, err := first.Refreshed(); !errors.Is(err, apps.ErrInvalidGrant) {
		t.Errorf("two generations old: %v", err)
	}
	third.Me().Problem(401, "unauthorized")
}

// Refreshes at the same time all get the same next token.
func TestParallelRefreshes(t *testing.T) {
	t.Parallel()
	member := apitest.New(t).Register("mia")
	app := member.AllowApp(apitest.SomeApp(), people.AccessRead)
	next := make([]string, 6)
	testkit.Race(t, len(next), func(i int) {
		a, err := app.Refreshed()
		if err != nil {
			t.Errorf("%d: %v", i, err)
		}
		next[i] = a.Refresh
	})
	for _, one := range next {
		if one != next[0] || one == app.Refresh {
			t.Errorf("the tokens are %v", next)
		}
	}
}

// A refresh beside the end of the access leaves nothing that works.
func TestRefreshRacesTheEnd(t *testing.T) {
	t.Parallel()
	member := apitest.New(t).Register("mia")
	for range 5 {
		app := member.AllowApp(apitest.SomeApp(), people.AccessRead)
		testkit.Race(t, 2, func(i int) {
			if i == 0 {
				member.Delete("/api/me/apps/" + app.ID).OK()
				return
			}
			if next, err := app.Refreshed(); err == nil {
				app = next
			}
		})
		app.Me().Problem(401, "unauthorized")
		if _, err := app.Refreshed(); err == nil {
			t.Error("it was refreshed after its end")
		}
	}
}

// A consent beside a change of the setting never leaves an app that the workspace does not allow.
func TestConsentRacesTheSetting(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("olga")
	for range 5 {
		allowApps(owner, "any")
		var app apitest.App
		testkit.Race(t, 2, func(i int) {
			if i == 0 {
				allowApps(owner, "none")
				return
			}
			if made, err := owner.TryApp(apitest.SomeApp(), people.AccessRead); err == nil {
				app = made
			}
		})
		if app.Service != nil {
			app.Me().Problem(401, "unauthorized")
			allowApps(owner, "any")
			app.Me().Problem(401, "unauthorized")
		}
	}
}

// A revocation by token ends the access: by a refresh token, also one that was replaced, and by an access token.
func TestRevocationByToken(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	member := api.Register("mia")
	for name, token := range map[string]func(a, next apitest.App) string{
		"present refresh token": func(_, next apitest.App) string { return next.Refresh },
		"used refresh token":    func(a, _ apitest.App) string { return a.Refresh },
		"access token":          func(a, _ apitest.App) string { return a.Access },
	} {
		t.Run(name, func(t *testing.T) {
			app := member.AllowApp(apitest.SomeApp(), people.AccessRead)
			next, service, now := refreshed(t, app), api.Deps.Apps(), app.Grant.CreatedAt
			for _, nothing := range []string{"", "x", member.Token, token(app, next) + "x"} {
				if err := service.Revoke(t.Context(), nothing, app.Grant.App.ClientID, now); err != nil {
					t.Errorf("%.10s: %v", nothing, err)
				}
			}
			if err := service.Revoke(t.Context(), token(app, next), "other", now); err != nil {
				t.Error(err)
			}
			next.Me().OK()
			if err := service.Revoke(t.Context(), token(app, next), app.Grant.App.ClientID, now); err != nil {
				t.Error(err)
			}
			next.Me().Problem(401, "unauthorized")
		})
	}
}

// What an app does has its user as the actor, and names the app.
func TestActsOfAnAppAreToldWithIt(t *testing.T) {
	t.Parallel()
	member := apitest.New(t).Register("mia")
	app := member.AllowApp(apitest.SomeApp(), people.AccessFull)
	app.Send("PATCH", "/api/v1/workspace", object{"name": "Renamed"}).OK()
	log := "/api/workspaces/" + member.WorkspaceID + "/audit-log?action="
	changed := member.Get(log + "workspace.changed").Items()[0]
	if via := fmt.Sprint(changed["via"]); via != "map[client_id:https://app.example.com/client.json name:Timely]" ||
		changed["actor"].(object)["id"] != member.ID || changed["actor"].(object)["kind"] != "user" {
		t.Errorf("it is told as %v", changed)
	}
	made := member.Get(log + "app.authorized").Items()
	if len(made) != 1 || made[0]["via"] != nil || made[0]["target"].(object)["id"] != app.ID ||
		made[0]["target"].(object)["kind"] != "app" || fmt.Sprint(made[0]["changes"].(object)["access"]) != "[<nil> full]" {
		t.Errorf("the consent is told as %v", made)
	}
	member.Delete("/api/me/apps/" + app.ID).OK()
	if ended := member.Get(log + "app.revoked").Items(); len(ended) != 1 || ended[0]["actor"].(object)["id"] != member.ID {
		t.Errorf("the end is told as %v", ended)
	}
}

// A setting that ends the access of many apps is told as one change of the workspace, in which it was made.
func TestTheSettingOfAppsIsToldOnce(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("mia")
	for range 2 {
		owner.AllowApp(apitest.SomeApp(), people.AccessRead)
	}
	path := "/api/workspaces/" + owner.WorkspaceID
	owner.Patch(path, object{"apps": "none"}).OK()
	changed := owner.Get(path + "/audit-log?action=workspace.changed").Items()
	if len(changed) != 1 || fmt.Sprint(changed[0]["changes"]) != "map[apps:[any none]]" {
		t.Errorf("the setting is told as %v", changed)
	}
	if ended := owner.Get(path + "/audit-log?action=app.revoked").Items(); len(ended) != 0 {
		t.Errorf("the ended apps are told as %v", ended)
	}
}

// The first consent to an app is mailed, and a further one is not.
func TestTheFirstConsentIsMailed(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	member := api.Register("mia")
	mails := func() (n int) {
		api.RunWorker()
		for _, m := range api.MailsTo(member.Email) {
			if strings.Contains(m.Subject, "An app may act") {
				n++
			}
		}
		return n
	}
	member.AllowApp(apitest.SomeApp(), people.AccessRead)
	member.AllowApp(apitest.SomeApp(), people.AccessFull)
	if n := mails(); n != 1 {
		t.Errorf("%d mails after two consents to one app", n)
	}
	command := people.App{ClientID: people.CommandClientID, Name: "stint", Kind: people.AppCommand}
	member.AllowApp(command, people.AccessRead)
	if n := mails(); n != 2 {
		t.Errorf("%d mails after consents to two apps", n)
	}
}

// A lost or failed call leaves the access of an app as it was, or ended.
func TestAppsUnderFaults(t *testing.T) {
	for name, path := range map[string]func(p *apitest.User, id string) string{
		"own": func(_ *apitest.User, id string) string { return "/api/me/apps/" + id },
		"any": func(p *apitest.User, id string) string { return "/api/workspaces/" + p.WorkspaceID + "/apps/" + id },
	} {
		t.Run(name, func(t *testing.T) {
			var owner *apitest.User
			apitest.FaultWalk{
				Prepare: func(api *apitest.Service) func() *apitest.Answer {
					owner = api.Register("olga")
					app := owner.AllowApp(apitest.SomeApp(), people.AccessRead)
					return func() *apitest.Answer { return owner.Delete(path(owner, app.ID)) }
				},
				State:      func(*apitest.Service) string { return owner.Get("/api/me/apps").Items()[0]["status"].(string) },
				CheckRetry: func(_ *apitest.Service, again *apitest.Answer) { again.OK() },
			}.Run(t)
		})
	}
}
