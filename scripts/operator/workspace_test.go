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
		if err := json.Unmarshal([]byte(line), &row); err != nil || !strings.HasPrefix(fmt.Sprint(row.Item["pk"]["S"]), "WS#"+ada.WorkspaceID) {
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
	u.Post("/api/entries", object{"description": "First entry", "projectId": p, "startedAt": "2026-06-17T08:00:00Z", "stoppedAt": "2026-06-17T09:00:00Z"}).OK()
	u.Post("/api/timers/start", nil).OK()
	u.Invite("open@example.com", "")
}
