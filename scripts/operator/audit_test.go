package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// bySystem are the events of a workspace's audit log whose actor is the system, the
// oldest first.
func bySystem(u *apitest.User, workspace string) (all []object) {
	for _, e := range u.Get("/api/workspaces/" + workspace + "/audit-log?limit=200").Items() {
		if e["actor"].(object)["kind"] == "system" {
			all = append(all, e)
		}
	}
	slices.Reverse(all)
	return all
}

// described are the actions, targets and changes of events.
func described(events []object) (all []string) {
	for _, e := range events {
		target := e["target"].(object)
		all = append(all, fmt.Sprint(e["action"], " ", target["kind"], " ", target["id"], " ", e["changes"]))
	}
	return all
}

func expect(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("events\n%q\nwant\n%q", got, want)
	}
}

// Every workspace in which the account is an active member has the event, and no other
// workspace has it.
func TestEveryAuditLogTellsOfAnAccountAct(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	d, owner, outsider := newConsole(t, api), api.Register("ada"), api.Register("eve")
	coworker := owner.AddMember("bob", "user")
	ofAdmin := coworker.Get("/api/workspaces").Items()
	gone := outsider.AddMember("gus", "user")
	outsider.Delete("/api/workspaces/" + outsider.WorkspaceID + "/members/" + gone.ID).OK()
	for _, act := range []string{"end-sessions", "end-keys", "disable", "enable"} {
		d.ok("account", coworker.ID, act)
	}
	d.ok("account", coworker.ID, "enable") // he is not disabled: no event
	d.ok("account", gone.ID, "end-keys")

	member := "member " + coworker.ID
	want := []string{
		"account.sessions_ended " + member + " map[]", "account.keys_ended " + member + " map[]",
		"account.disabled " + member + " map[is_disabled:[false true]]",
		"account.enabled " + member + " map[is_disabled:[true false]]",
	}
	coworker = coworker.SignInAgain()
	expect(t, described(bySystem(owner, owner.WorkspaceID)), want...)
	for _, w := range ofAdmin {
		if w["id"] != owner.WorkspaceID {
			expect(t, described(bySystem(coworker, w["id"].(string))), want...)
		}
	}
	expect(t, described(bySystem(outsider, outsider.WorkspaceID)))
}

func TestTheAuditLogTellsOfAWorkspaceAct(t *testing.T) {
	t.Parallel()
	api := apitest.New(t, restorable)
	d, owner := newConsole(t, api), api.Register("ada")
	w := owner.WorkspaceID
	d.ok("workspace", w, "export", filepath.Join(t.TempDir(), "export.jsonl"))
	owner.Delete("/api/workspaces/" + w).OK()
	d.ok("workspace", w, "restore")
	restored := "workspace.restored workspace " + w + " map[deleted_at:[2026-06-17T12:00:00Z <nil>]]"
	expect(t, described(bySystem(owner, w)), "workspace.exported workspace "+w+" map[]", restored)
}

// An act on an account is there completely or not at all: the account, the member and
// the audit record are one transaction.
func TestAnActOnAnAccountIsOneTransaction(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	admin := owner.AddMember("bob", "admin")
	before := apitest.ItemCounts(api)
	probe := new(testkit.Probe)
	d := consoleThrough(t, api, testkit.Connect(t, probe.Attach))
	probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.Disconnected), Where: testkit.Writes, WholeCall: true})
	d.fails("run it again", "account", admin.ID, "disable")
	if after := apitest.ItemCounts(api); after != before {
		t.Errorf("after a failed write\n%s\nwant\n%s", after, before)
	}
	admin.Get("/api/tags").OK()
	probe.Reset()
	d.ok("account", admin.ID, "disable")
	writes := 0
	for _, c := range probe.Log() {
		if testkit.Writes(testkit.Attempt{Op: c.Op}) {
			writes++
		}
	}
	if writes != 1 {
		t.Errorf("%d writes, want 1", writes)
	}
	expect(t, described(bySystem(owner, owner.WorkspaceID)), "account.disabled member "+admin.ID+
		" map[is_disabled:[false true]]")
}

// An act on a user with more workspaces than a transaction takes reaches all of them.
func TestAnActOnAnAccountWithManyWorkspaces(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	d, owner := newConsole(t, api), api.Register("ada")
	all := []string{owner.WorkspaceID}
	for i := range 52 {
		all = append(all, owner.Post("/api/workspaces", object{"name": fmt.Sprint("Workspace ", i)}).ID())
	}
	d.ok("account", owner.ID, "disable")
	d.ok("account", owner.ID, "enable")
	owner = owner.SignInAgain()
	for _, w := range all {
		if n := len(bySystem(owner, w)); n != 2 {
			t.Errorf("%d events in %s, want 2", n, w)
		}
	}
}
