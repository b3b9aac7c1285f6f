package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/store"
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
	return []string{"workspace", x.ada.WorkspaceID, "bring-back", "-from", x.restored.Name}
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

	before := view(t, x.ada)
	contains(t, x.d.ok(x.bringBack()...), "nothing was written")
	if got := view(t, x.ada); got != before {
		t.Errorf("once more\n%s\nwant\n%s", got, before)
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

// exists reports whether the workspace's own item was written.
func exists(t *testing.T, x lost) bool {
	_, err := x.d.store.Workspace(t.Context(), domain.ID(x.ada.WorkspaceID))
	return err == nil
}

// A copy that is interrupted at any write is invisible, and the next one completes it.
func TestBringBackIsResumable(t *testing.T) {
	t.Parallel()
	x := newLost(t)
	purge(x.h)
	from := store.New(testkit.Connect(t), x.restored.Name, nil, x.h.Clock.Now)
	interrupted := 0
	for ; interrupted < 100; interrupted++ {
		effect := testkit.FailBefore(testkit.Disconnected)
		if interrupted%2 == 0 {
			effect = testkit.FailAfter(testkit.Disconnected)
		}
		probe := new(testkit.Probe)
		probe.Inject(testkit.Fault{Effect: effect, Where: testkit.Writes, Skip: interrupted % 3, Times: testkit.Always, WholeCall: true})
		live := store.New(testkit.Connect(t, probe.Attach), x.h.Table.Name, nil, x.h.Clock.Now)
		if _, err := live.BringBack(t.Context(), domain.ID(x.ada.WorkspaceID), from, x.restored.Name); err == nil || errors.Is(err, store.ErrWorkspaceExists) {
			break
		}
		if n := len(x.ada.UserOf(signIn(x.ada, apitest.Password)).Get("/api/workspaces").Items()); n != 0 && !exists(t, x) {
			t.Errorf("an incomplete copy is visible")
		}
	}
	if interrupted < 2 || interrupted == 100 {
		t.Errorf("%d runs were interrupted", interrupted)
	}
	x.ada = x.ada.UserOf(signIn(x.ada, apitest.Password))
	if got := view(t, x.ada); got != x.saw {
		t.Errorf("brought back\n%s\nwant\n%s", got, x.saw)
	}
}
