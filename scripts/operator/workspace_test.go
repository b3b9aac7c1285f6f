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
	h := apitest.New(t, restorable)
	d, ada := newConsole(t, h), h.Register("ada")
	w, path := ada.WorkspaceID, "/api/workspaces/"+ada.WorkspaceID
	contains(t, d.ok("workspace", w), w, ada.ID)
	d.fails("not deleted", "workspace", w, "restore")
	d.fails("-in-use", "workspace", w, "purge")
	ada.Delete(path).OK()
	contains(t, d.ok("workspace", w), "due 2026-07-01T12:00:00Z")
	contains(t, d.ok("workspace", ada.Email), w, "ada's workspace", "owner", "deleted 2026-06-17T12:00:00Z")
	d.ok("workspace", w, "restore")
	ada.Get(path).OK()

	ada.Delete(path).OK()
	d.ok("workspace", w, "purge")
	ada.Post(path+"/restore", nil).Problem(404, "not_found")
	d.fails("purge", "workspace", w, "restore")
	d.fails("purge", "workspace", w, "purge")
	purge(h)
	d.fails("no such workspace", "workspace", w)
}

// purge runs the worker until the purges that are due have ended.
func purge(h *apitest.Service) {
	h.RunWorker()
	h.Clock.Advance(time.Hour)
	h.RunWorker()
}

func TestPurgeOfAWorkspaceInUse(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	d, ada := newConsole(t, h), h.Register("ada")
	d.ok("workspace", ada.WorkspaceID, "purge", "-in-use")
	ada.Get("/api/workspaces/"+ada.WorkspaceID).Problem(404, "not_found")
	purge(h)
	d.fails("no such workspace", "workspace", ada.WorkspaceID)
}

func TestExport(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	d, ada, eve := newConsole(t, h), h.Register("ada"), h.Register("eve")
	fill(ada)
	fill(eve)
	file := filepath.Join(t.TempDir(), "export.jsonl")
	d.ok("workspace", ada.WorkspaceID, "export", file)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	for _, line := range lines {
		var row struct{ Item map[string]map[string]any }
		if err := json.Unmarshal([]byte(line), &row); err != nil ||
			!strings.HasPrefix(fmt.Sprint(row.Item["pk"]["S"]), "WS#"+ada.WorkspaceID) {
			t.Errorf("%v: %s", err, line)
		}
	}
	contains(t, string(text), "First entry", `"Tag"`, "Project", "META")
	if len(lines) < 6 {
		t.Errorf("%d lines", len(lines))
	}
	d.fails("exists", "workspace", ada.WorkspaceID, "export", file)
	if n := len(bySystem(ada, ada.WorkspaceID)); n != 1 {
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
	h := apitest.New(t, restorable)
	d, ada := newConsole(t, h), h.Register("ada")
	ada.AddMember("bob", "admin")
	ada.Delete("/api/workspaces/" + ada.WorkspaceID).OK()
	d.ok("account", ada.ID, "disable") // that is no obstacle
	d.ok("workspace", ada.WorkspaceID, "restore")
	d.ok("account", ada.ID, "enable")
	ada = ada.UserOf(signIn(ada, apitest.Password))
	ada.Delete("/api/workspaces/" + ada.WorkspaceID).OK()
	ada.Delete("/api/me").OK()
	d.fails("owner of the workspace has no account", "workspace", ada.WorkspaceID, "restore")
	contains(t, d.ok("workspace", ada.WorkspaceID), "due 2026-07-01T12:00:00Z")
}

// The end of a membership that read the workspace before the operator purged it writes
// nothing into it after the last walk.
func TestPurgeDuringTheEndOfAMembership(t *testing.T) {
	t.Parallel()
	h := apitest.New(t, restorable)
	d, ada := newConsole(t, h), h.Register("ada")
	bob := ada.AddMember("bob", "user")
	bob.Post("/api/timers/start", nil).OK()
	ada.Delete("/api/workspaces/" + ada.WorkspaceID).OK()
	h.Clock.Advance(time.Hour) // requests before the deletion have ended
	bob = bob.UserOf(signIn(bob, apitest.Password))

	answered := duringLater(h, "TransactWriteItems", 1, func() *apitest.Answer { return bob.Delete("/api/me") }, func() {
		d.ok("workspace", ada.WorkspaceID, "purge")
	})
	answered.OK()
	for _, it := range apitest.TableItems(h) {
		if k := table.KeyOf(it); k.SK == "TIMER" && table.StringAttribute(it, "id") == "" || strings.HasPrefix(k.SK, "E#") {
			t.Errorf("the end of the membership wrote %s %s", k.PK, k.SK)
		}
	}
	purge(h)
	for _, it := range apitest.TableItems(h) {
		if k := table.KeyOf(it); strings.HasPrefix(k.PK, "WS#"+ada.WorkspaceID) ||
			k.PK == "USER#"+bob.ID && k.SK != "PROFILE" {
			t.Errorf("left is %s %s", k.PK, k.SK)
		}
	}
}

// A purge that ends while an export begins leaves nothing, also no record of the export.
func TestPurgeDuringAnExport(t *testing.T) {
	t.Parallel()
	h := apitest.New(t, restorable)
	d, ada := newConsole(t, h), h.Register("ada")
	ada.Delete("/api/workspaces/" + ada.WorkspaceID).OK()
	probe, release := new(testkit.Probe), make(chan struct{})
	held := probe.Inject(testkit.Fault{Effect: testkit.Hold(release), Where: testkit.Writes})
	slow := consoleThrough(t, h, testkit.Connect(t, probe.Attach))
	done := make(chan error)
	go func() {
		done <- slow.run(t.Context(), []string{"workspace", ada.WorkspaceID, "export",
			filepath.Join(t.TempDir(), "export.jsonl")})
	}()
	<-held.Reached()
	d.ok("workspace", ada.WorkspaceID, "purge")
	purge(h)
	close(release)
	if err := <-done; err != nil {
		t.Errorf("the export ended with %v", err)
	}
	for _, it := range apitest.TableItems(h) {
		if k := table.KeyOf(it); strings.HasPrefix(k.PK, "WS#"+ada.WorkspaceID) {
			t.Errorf("left is %s %s", k.PK, k.SK)
		}
	}
}
