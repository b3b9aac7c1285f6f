package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/table"
)

// lost is a service with a purged workspace, and the table as it was before.
type lost struct {
	h        *apitest.Service
	d        console
	ada, bob *apitest.User
	key      string // of ada
	restored *testkit.Table
	saw      string // what ada saw
}

func newLost(t *testing.T) lost {
	t.Helper()
	h := apitest.New(t)
	x := lost{h: h, d: newConsole(t, h), ada: h.Register("ada"), restored: testkit.NewTable(t)}
	x.bob = x.ada.AddMember("bob", "admin")
	fill(x.ada)
	x.key = createKey(x.ada)
	h.RunWorker()
	x.saw = view(t, x.ada)
	x.restored.Fill(t, testkit.Dump(t, h.Table))
	x.ada.Delete("/api/workspaces/" + x.ada.WorkspaceID).OK()
	return x
}

// view is what a user sees of the workspace, without durations.
func view(t *testing.T, u *apitest.User) string {
	t.Helper()
	seen := object{}
	w := "/api/workspaces/" + u.WorkspaceID
	for _, path := range []string{w, w + "/members", "/api/projects", "/api/tags", "/api/entries", "/api/timers/current"} {
		seen[path] = u.Get(path).OK()
	}
	all, err := json.MarshalIndent(seen, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return durations.ReplaceAllString(string(all), "")
}

// durations are those of entries; that of a running timer grows.
var durations = regexp.MustCompile(`"duration_seconds": \d+,`)

func (x lost) bringBack() []string {
	return []string{"workspace", x.ada.WorkspaceID, "bring-back", "--from", x.restored.Name}
}

func TestBringBack(t *testing.T) {
	t.Parallel()
	x := newLost(t)
	x.d.fails("not purged", x.bringBack()...)
	purge(x.h)
	contains(t, x.d.ok(x.bringBack()...), "brought back")
	x.ada = x.ada.UserOf(signIn(x.ada, apitest.Password))
	if got := view(t, x.ada); got != x.saw {
		t.Errorf("brought back\n%s\nwant\n%s", got, x.saw)
	}
	x.bob.UserOf(signIn(x.bob, apitest.Password)).Get("/api/tags").OK()
	useKey(x.ada, x.key).Problem(401, "unauthorized")
	if m, _, err := x.d.store.Membership(t.Context(), domain.ID(x.bob.ID), domain.ID(x.ada.WorkspaceID)); err != nil || m.Member.RightsEpoch != 1 {
		t.Errorf("client links of %+v are not void, %v", m.Member, err)
	}
	if n := len(x.ada.Get("/api/workspaces/" + x.ada.WorkspaceID + "/invitations").Items()); n != 0 {
		t.Errorf("%d invitations, want none", n)
	}
	x.ada.Invite("open@example.com", "")

	expect(t, described(bySystem(x.ada, x.ada.WorkspaceID)), "workspace.brought_back workspace "+x.ada.WorkspaceID+" map[]")

	x.ada.Post("/api/tags", object{"name": "Newer"}).OK()
	before := view(t, x.ada)
	contains(t, x.d.ok(x.bringBack()...), "nothing was written")
	if got := view(t, x.ada); got != before {
		t.Errorf("once more\n%s\nwant\n%s", got, before)
	}
}

// A workspace that is purged here is exported from the restored table.
func TestExportFromARestoredTable(t *testing.T) {
	t.Parallel()
	x := newLost(t)
	purge(x.h)
	file := filepath.Join(t.TempDir(), "export.jsonl")
	x.d.fails("no such workspace", "workspace", x.ada.WorkspaceID, "export", file)
	x.d.ok("workspace", x.ada.WorkspaceID, "export", file, "-from", x.restored.Name)
	if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), "First entry") {
		t.Errorf("%v\n%s", err, text)
	}
	for _, it := range testkit.Dump(t, x.h.Table) {
		if pk := table.StringAttribute(it, "pk"); strings.HasPrefix(pk, "WS#"+x.ada.WorkspaceID) {
			t.Errorf("the export wrote %s", pk)
		}
	}
}

func TestBringBackRefusesAPurgeThatHadBegun(t *testing.T) {
	t.Parallel()
	x := newLost(t)
	late := testkit.NewTable(t)
	late.Fill(t, testkit.Dump(t, x.h.Table))
	purge(x.h)
	x.restored = late
	x.d.fails("earlier time", x.bringBack()...)
}
