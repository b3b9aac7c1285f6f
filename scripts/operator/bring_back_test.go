package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/domain/people"
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
	return newLostAfter(t, func(lost) {})
}

// newLostAfter is newLost with more in the workspace.
func newLostAfter(t *testing.T, more func(lost)) lost {
	t.Helper()
	h := apitest.New(t)
	x := lost{h: h, d: newConsole(t, h), ada: h.Register("ada"), restored: testkit.NewTable(t)}
	x.bob = x.ada.AddMember("bob", "admin")
	fill(x.ada)
	x.key = createKey(x.ada)
	more(x)
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
	if m, _, err := x.d.store.Membership(t.Context(), domain.ID(x.bob.ID), domain.ID(x.ada.WorkspaceID)); err != nil ||
		m.Member.RightsEpoch != 1 {
		t.Errorf("client links of %+v are not void, %v", m.Member, err)
	}
	if n := len(x.ada.Get("/api/workspaces/" + x.ada.WorkspaceID + "/invitations").Items()); n != 0 {
		t.Errorf("%d invitations, want none", n)
	}
	x.ada.Invite("open@example.com", "")

	expect(t, described(bySystem(x.ada, x.ada.WorkspaceID)), "workspace.brought_back workspace "+x.ada.WorkspaceID+
		" map[]")

	x.ada.Post("/api/tags", object{"name": "Newer"}).OK()
	before := view(t, x.ada)
	x.d.fails("nothing was written", x.bringBack()...)
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

// Of a member whose account was deleted since, the time comes back, and the member has
// left: no pointer leads from the deleted user, and no timer runs.
func TestBringBackEndsMembersWithoutAnAccount(t *testing.T) {
	t.Parallel()
	x := newLost(t)
	x.bob.Delete("/api/me").OK()
	purge(x.h)
	contains(t, x.d.ok(x.bringBack()...), "brought back")
	x.ada = x.ada.UserOf(signIn(x.ada, apitest.Password))
	if n := len(x.ada.Get("/api/workspaces/" + x.ada.WorkspaceID + "/members").Items()); n != 1 {
		t.Errorf("%d active members, want only the owner", n)
	}
	x.hasNothingOf(t, x.bob)
	x.ada.Delete("/api/me").OK() // no other member is in the way
}

// External ids come back with their entries. That of a timer that does not come back is
// free.
func TestBringBackKeepsExternalIDs(t *testing.T) {
	t.Parallel()
	entry := func(u *apitest.User, externalID string) object {
		return object{"userId": u.ID, "startedAt": "2026-06-16T08:00:00Z", "stoppedAt": "2026-06-16T09:00:00Z",
			"externalId": externalID}
	}
	x := newLostAfter(t, func(x lost) {
		x.ada.Post("/api/entries", entry(x.ada, "entry")).OK()
		x.bob.Post("/api/entries", entry(x.bob, "entry")).OK()
		x.bob.Post("/api/timers/start", object{"externalId": "timer"}).OK()
	})
	x.bob.Delete("/api/me").OK()
	purge(x.h)
	x.d.ok(x.bringBack()...)
	x.ada = x.ada.UserOf(signIn(x.ada, apitest.Password))
	x.ada.Post("/api/entries", entry(x.ada, "entry")).Invalid("externalId duplicate_value")
	x.ada.Post("/api/entries", entry(x.bob, "entry")).Invalid("externalId duplicate_value")
	x.ada.Post("/api/entries", entry(x.bob, "timer")).OK()
}

// An upsert that had not ended when the table was restored frees its names.
func TestBringBackEndsReservations(t *testing.T) {
	t.Parallel()
	var rows []object
	for i := range 50 {
		rows = append(rows, object{"name": fmt.Sprint("Tag ", i), "externalId": fmt.Sprint("t", i)})
	}
	x := newLostAfter(t, func(x lost) {
		x.h.Probe.Inject(testkit.Fault{
			Effect: testkit.FailBefore(testkit.Disconnected), Where: testkit.On("TransactWriteItems", "DeleteItem"), Skip: 3,
			Times: testkit.Always,
		})
		x.ada.Post("/api/tags:upsert", object{"items": rows}).Problem(503, "service_unavailable")
		x.h.Probe.Reset()
	})
	purge(x.h)
	x.d.ok(x.bringBack()...)
	x.ada = x.ada.UserOf(signIn(x.ada, apitest.Password))
	x.ada.Post("/api/tags", rows[0]).Invalid("name duplicate_value")
	x.h.Clock.Advance(25 * time.Hour)
	x.h.RunWorker()
	x.ada = x.ada.UserOf(signIn(x.ada, apitest.Password))
	for _, item := range x.ada.Post("/api/tags:upsert", object{"items": rows}).Items() {
		if item["created"] != true {
			t.Fatalf("%v", item)
		}
	}
}

// hasNothingOf checks that a deleted user has a bare record, and no timer runs.
func (x lost) hasNothingOf(t *testing.T, u *apitest.User) {
	t.Helper()
	for _, it := range testkit.Dump(t, x.h.Table) {
		k := table.KeyOf(it)
		if k.PK == "USER#"+u.ID && k.SK != "PROFILE" || strings.HasSuffix(k.PK, "#U#"+u.ID) && k.SK == "TIMER" &&
			table.StringAttribute(it, "id") != "" {
			t.Errorf("of the deleted user there is %s %s", k.PK, k.SK)
		}
	}
}

// An account that is deleted while its member is copied gets no pointer.
func TestAMemberDeletesTheirAccountDuringTheCopy(t *testing.T) {
	t.Parallel()
	x := newLost(t)
	purge(x.h)
	bob := x.bob.UserOf(signIn(x.bob, apitest.Password))
	err := x.bringBackDuring(t, "USER#"+bob.ID, func() { bob.Delete("/api/me").OK() })
	if err == nil || !strings.Contains(err.Error(), "run it again") {
		t.Errorf("the copy ended with %v", err)
	}
	contains(t, x.d.ok(x.bringBack()...), "brought back")
	x.hasNothingOf(t, x.bob)
}

// The owner of a workspace has an account, whenever they delete it.
func TestBringBackNeedsAnOwner(t *testing.T) {
	t.Parallel()
	before := newLost(t)
	purge(before.h)
	before.ada.UserOf(signIn(before.ada, apitest.Password)).Delete("/api/me").OK()
	before.d.fails("owner of the workspace has no account", before.bringBack()...)
	before.d.fails("no such workspace", "workspace", before.ada.WorkspaceID) // nothing was begun

	x := newLost(t)
	purge(x.h)
	ada := x.ada.UserOf(signIn(x.ada, apitest.Password))
	err := x.bringBackDuring(t, "META", func() { ada.Delete("/api/me").OK() })
	if !errors.Is(err, people.ErrOwnerHasNoAccount) {
		t.Errorf("the copy ended with %v", err)
	}
	x.d.ok("workspace", x.ada.WorkspaceID, "purge")
	purge(x.h)
	x.d.fails("no such workspace", "workspace", x.ada.WorkspaceID)
}

// bringBackDuring acts before the transaction of a copy that puts an item with the
// partition or sort key.
func (x lost) bringBackDuring(t *testing.T, key string, act func()) error {
	t.Helper()
	probe, release := new(testkit.Probe), make(chan struct{})
	held := probe.Inject(testkit.Fault{Effect: testkit.Hold(release), Where: func(a testkit.Attempt) bool {
		in, ok := a.Input.(*dynamodb.TransactWriteItemsInput)
		return ok && slices.ContainsFunc(in.TransactItems, func(w types.TransactWriteItem) bool {
			return w.Put != nil && (table.KeyOf(w.Put.Item).PK == key || table.KeyOf(w.Put.Item).SK == key)
		})
	}})
	d := consoleThrough(t, x.h, testkit.Connect(t, probe.Attach))
	done := make(chan error, 1)
	go func() { done <- d.run(t.Context(), x.bringBack()) }()
	select {
	case <-held.Reached():
	case err := <-done:
		t.Fatalf("the copy ended before: %v", err)
	}
	act()
	close(release)
	return <-done
}
