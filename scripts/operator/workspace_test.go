package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/table"
)

func TestRestoreAndPurge(t *testing.T) {
	t.Parallel()
	api := apitest.New(t, restorable)
	d, owner := newConsole(t, api), api.Register("ada")
	w, path := owner.WorkspaceID, "/api/workspaces/"+owner.WorkspaceID
	contains(t, d.ok("workspace", w), w, owner.ID)
	d.fails("not deleted", "workspace", w, "restore")
	d.fails("-in-use", "workspace", w, "purge")
	owner.Delete(path).OK()
	contains(t, d.ok("workspace", w), "due 2026-07-01T12:00:00Z")
	contains(t, d.ok("workspace", owner.Email), w, "ada's workspace", "owner", "deleted 2026-06-17T12:00:00Z")
	d.ok("workspace", w, "restore")
	owner.Get(path).OK()

	owner.Delete(path).OK()
	d.ok("workspace", w, "purge")
	owner.Post(path+"/restore", nil).Problem(404, "not_found")
	d.fails("purge", "workspace", w, "restore")
	d.fails("purge", "workspace", w, "purge")
	purge(api)
	d.fails("no such workspace", "workspace", w)
}

// purge runs the worker until the purges that are due have ended.
func purge(api *apitest.Service) {
	api.RunWorker()
	api.Clock.Advance(time.Hour)
	api.RunWorker()
}

func TestPurgeOfAWorkspaceInUse(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	d, owner := newConsole(t, api), api.Register("ada")
	d.ok("workspace", owner.WorkspaceID, "purge", "-in-use")
	owner.Get("/api/workspaces/"+owner.WorkspaceID).Problem(404, "not_found")
	purge(api)
	d.fails("no such workspace", "workspace", owner.WorkspaceID)
}

func TestExport(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	d, owner, outsider := newConsole(t, api), api.Register("ada"), api.Register("eve")
	fill(owner)
	fill(outsider)
	file := filepath.Join(t.TempDir(), "export.jsonl")
	d.ok("workspace", owner.WorkspaceID, "export", file)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	for _, line := range lines {
		var row struct{ Item map[string]map[string]any }
		if err := json.Unmarshal([]byte(line), &row); err != nil ||
			!strings.HasPrefix(fmt.Sprint(row.Item["pk"]["S"]), "WS#"+owner.WorkspaceID) {
			t.Errorf("%v: %s", err, line)
		}
	}
	contains(t, string(text), "First entry", `"Tag"`, "Project", "META")
	if len(lines) < 6 {
		t.Errorf("%d lines", len(lines))
	}
	d.fails("exists", "workspace", owner.WorkspaceID, "export", file)
	if n := len(bySystem(owner, owner.WorkspaceID)); n != 1 {
		t.Errorf("%d events of one export", n)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
}

// fill makes one record of several kinds.
func fill(u *apitest.User) {
	p := u.Post("/api/projects", object{"name": "Project"}).ID()
	u.Post("/api/tags", object{"name": "Tag"}).OK()
	u.Post("/api/entries", object{"description": "First entry", "projectId": p, "startedAt": "2026-06-17T08:00:00Z",
		"stoppedAt": "2026-06-17T09:00:00Z"}).OK()
	u.Post("/api/timers/start", nil).OK()
	u.Invite("open@example.com", "")
}

// A workspace whose owner deleted their account is not restored: nobody would own it.
func TestRestoreNeedsAnOwner(t *testing.T) {
	t.Parallel()
	api := apitest.New(t, restorable)
	d, owner := newConsole(t, api), api.Register("ada")
	owner.AddMember("bob", "admin")
	owner.Delete("/api/workspaces/" + owner.WorkspaceID).OK()
	d.ok("account", owner.ID, "disable") // that is no obstacle
	d.ok("workspace", owner.WorkspaceID, "restore")
	d.ok("account", owner.ID, "enable")
	owner = owner.SignInAgain()
	owner.Delete("/api/workspaces/" + owner.WorkspaceID).OK()
	owner.Delete("/api/me").OK()
	d.fails("owner of the workspace has no account", "workspace", owner.WorkspaceID, "restore")
	contains(t, d.ok("workspace", owner.WorkspaceID), "due 2026-07-01T12:00:00Z")
}

// The end of a membership that read the workspace before the operator purged it writes
// nothing into it after the last walk.
func TestPurgeDuringTheEndOfAMembership(t *testing.T) {
	t.Parallel()
	api := apitest.New(t, restorable)
	d, owner := newConsole(t, api), api.Register("ada")
	member := owner.AddMember("bob", "user")
	member.Post("/api/timers/start", nil).OK()
	owner.Delete("/api/workspaces/" + owner.WorkspaceID).OK()
	api.Clock.Advance(time.Hour) // requests before the deletion have ended
	member = member.SignInAgain()

	answered := duringLater(api, "TransactWriteItems", 1, func() *apitest.Answer { return member.Delete("/api/me") },
		func() {
			d.ok("workspace", owner.WorkspaceID, "purge")
		})
	answered.OK()
	for _, it := range apitest.TableItems(api) {
		if k := table.KeyOf(it); k.SK == "TIMER" && table.StringAttribute(it, "id") == "" || strings.HasPrefix(k.SK, "E#") {
			t.Errorf("the end of the membership wrote %s %s", k.PK, k.SK)
		}
	}
	purge(api)
	for _, it := range apitest.TableItems(api) {
		if k := table.KeyOf(it); strings.HasPrefix(k.PK, "WS#"+owner.WorkspaceID) ||
			k.PK == "USER#"+member.ID && k.SK != "PROFILE" {
			t.Errorf("left is %s %s", k.PK, k.SK)
		}
	}
}

// A purge that ends while an export begins leaves nothing, also no record of the export.
func TestPurgeDuringAnExport(t *testing.T) {
	t.Parallel()
	api := apitest.New(t, restorable)
	d, owner := newConsole(t, api), api.Register("ada")
	owner.Delete("/api/workspaces/" + owner.WorkspaceID).OK()
	probe, release := new(testkit.Probe), make(chan struct{})
	held := probe.Inject(testkit.Fault{Effect: testkit.Hold(release), Where: testkit.Writes})
	slow := consoleThrough(t, api, testkit.Connect(t, probe.Attach))
	done := make(chan error)
	go func() {
		done <- slow.run(t.Context(), []string{"workspace", owner.WorkspaceID, "export",
			filepath.Join(t.TempDir(), "export.jsonl")})
	}()
	<-held.Reached()
	d.ok("workspace", owner.WorkspaceID, "purge")
	purge(api)
	close(release)
	if err := <-done; err != nil {
		t.Errorf("the export ended with %v", err)
	}
	for _, it := range apitest.TableItems(api) {
		if k := table.KeyOf(it); strings.HasPrefix(k.PK, "WS#"+owner.WorkspaceID) {
			t.Errorf("left is %s %s", k.PK, k.SK)
		}
	}
}
