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
	"stint/shared/domain/money"
	"stint/shared/domain/people"
	"stint/shared/table"
)

// lost is a service with a purged workspace, and the table as it was before.
type lost struct {
	api           *apitest.Service
	d             console
	owner, member *apitest.User
	key           string // of the owner
	restored      *testkit.Table
	saw           string // what the owner saw
}

func newLost(t *testing.T) lost {
	t.Helper()
	return newLostAfter(t, func(lost) {})
}

// newLostAfter is newLost with more in the workspace.
func newLostAfter(t *testing.T, more func(lost)) lost {
	t.Helper()
	api := apitest.New(t)
	x := lost{api: api, d: newConsole(t, api), owner: api.Register("ada"), restored: testkit.NewTable(t)}
	x.member = x.owner.AddMember("bob", "admin")
	fill(x.owner)
	x.key = createKey(x.owner)
	more(x)
	api.RunWorker()
	x.saw = view(t, x.owner)
	x.restored.Fill(t, testkit.Dump(t, api.Table))
	x.owner.Delete("/api/workspaces/" + x.owner.WorkspaceID).OK()
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
	return []string{"workspace", x.owner.WorkspaceID, "bring-back", "--from", x.restored.Name}
}

func TestBringBack(t *testing.T) {
	t.Parallel()
	x := newLost(t)
	x.d.fails("not purged", x.bringBack()...)
	purge(x.api)
	contains(t, x.d.ok(x.bringBack()...), "brought back")
	x.owner = x.owner.SignInAgain()
	if got := view(t, x.owner); got != x.saw {
		t.Errorf("brought back\n%s\nwant\n%s", got, x.saw)
	}
	x.member.SignInAgain().Get("/api/tags").OK()
	x.owner.UseKey(x.key).Problem(401, "unauthorized")
	if m, _, err := x.d.store.Membership(t.Context(), domain.ID(x.member.ID),
		domain.ID(x.owner.WorkspaceID)); err != nil ||
		m.Member.RightsEpoch != 1 {
		t.Errorf("client links of %+v are not void, %v", m.Member, err)
	}
	if n := len(x.owner.Get("/api/workspaces/" + x.owner.WorkspaceID + "/invitations").Items()); n != 0 {
		t.Errorf("%d invitations, want none", n)
	}
	x.owner.Invite("open@example.com", "")

	expect(t, described(bySystem(x.owner, x.owner.WorkspaceID)), "workspace.brought_back workspace "+x.owner.WorkspaceID+
		" map[]")

	x.owner.Post("/api/tags", object{"name": "Newer"}).OK()
	before := view(t, x.owner)
	x.d.fails("nothing was written", x.bringBack()...)
	if got := view(t, x.owner); got != before {
		t.Errorf("once more\n%s\nwant\n%s", got, before)
	}
}

// A workspace that is purged here is exported from the restored table.
func TestExportFromARestoredTable(t *testing.T) {
	t.Parallel()
	x := newLost(t)
	purge(x.api)
	file := filepath.Join(t.TempDir(), "export.jsonl")
	x.d.fails("no such workspace", "workspace", x.owner.WorkspaceID, "export", file)
	x.d.ok("workspace", x.owner.WorkspaceID, "export", file, "-from", x.restored.Name)
	if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), "First entry") {
		t.Errorf("%v\n%s", err, text)
	}
	for _, it := range testkit.Dump(t, x.api.Table) {
		if pk := table.StringAttribute(it, "pk"); strings.HasPrefix(pk, "WS#"+x.owner.WorkspaceID) {
			t.Errorf("the export wrote %s", pk)
		}
	}
}

func TestBringBackRefusesAPurgeThatHadBegun(t *testing.T) {
	t.Parallel()
	x := newLost(t)
	late := testkit.NewTable(t)
	late.Fill(t, testkit.Dump(t, x.api.Table))
	purge(x.api)
	x.restored = late
	x.d.fails("earlier time", x.bringBack()...)
}

// Of a member whose account was deleted since, the time comes back, and the member has
// left: no pointer leads from the deleted user, and no timer runs.
func TestBringBackEndsMembersWithoutAnAccount(t *testing.T) {
	t.Parallel()
	x := newLost(t)
	x.member.Delete("/api/me").OK()
	purge(x.api)
	contains(t, x.d.ok(x.bringBack()...), "brought back")
	x.owner = x.owner.SignInAgain()
	if n := len(x.owner.Get("/api/workspaces/" + x.owner.WorkspaceID + "/members").Items()); n != 1 {
		t.Errorf("%d active members, want only the owner", n)
	}
	x.hasNothingOf(t, x.member)
	x.owner.Delete("/api/me").OK() // no other member is in the way
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
		x.owner.Post("/api/entries", entry(x.owner, "entry")).OK()
		x.member.Post("/api/entries", entry(x.member, "entry")).OK()
		x.member.Post("/api/timers/start", object{"externalId": "timer"}).OK()
	})
	x.member.Delete("/api/me").OK()
	purge(x.api)
	x.d.ok(x.bringBack()...)
	x.owner = x.owner.SignInAgain()
	x.owner.Post("/api/entries", entry(x.owner, "entry")).Invalid("externalId duplicate_value")
	x.owner.Post("/api/entries", entry(x.member, "entry")).Invalid("externalId duplicate_value")
	x.owner.Post("/api/entries", entry(x.member, "timer")).OK()
}

// An upsert that had not ended when the table was restored frees its names.
func TestBringBackEndsReservations(t *testing.T) {
	t.Parallel()
	var rows []object
	for i := range 50 {
		rows = append(rows, object{"name": fmt.Sprint("Tag ", i), "externalId": fmt.Sprint("t", i)})
	}
	x := newLostAfter(t, func(x lost) {
		x.api.Probe.Inject(testkit.Fault{
			Effect: testkit.FailBefore(testkit.Disconnected), Where: testkit.On("TransactWriteItems", "DeleteItem"), Skip: 3,
			Times: testkit.Always,
		})
		x.owner.Post("/api/tags:upsert", object{"items": rows}).Problem(503, "service_unavailable")
		x.api.Probe.Reset()
	})
	purge(x.api)
	x.d.ok(x.bringBack()...)
	x.owner = x.owner.SignInAgain()
	x.owner.Post("/api/tags", rows[0]).Invalid("name duplicate_value")
	x.api.Clock.Advance(25 * time.Hour)
	x.api.RunWorker()
	x.owner = x.owner.SignInAgain()
	for _, item := range x.owner.Post("/api/tags:upsert", object{"items": rows}).Items() {
		if item["created"] != true {
			t.Fatalf("%v", item)
		}
	}
}

// A billing job that ran when the table was restored has ended, and makes room for another one.
func TestBringBackEndsBillingJobs(t *testing.T) {
	t.Parallel()
	job := money.BillingJob{ID: domain.NewID(), Rerating: money.Rerating{Kind: money.KindApply}, Status: domain.JobRunning,
		Version: 1}
	start := func(x lost, job money.BillingJob) {
		job.StartedAt = domain.InstantOf(x.api.Clock.Now())
		if err := x.d.store.StartJob(t.Context(), domain.ID(x.owner.WorkspaceID), job, money.NewRateBook(money.Billing{}),
			job.StartedAt.Plus(time.Hour)); err != nil {
			t.Error(err)
		}
	}
	x := newLostAfter(t, func(x lost) { start(x, job) })
	purge(x.api)
	x.d.ok(x.bringBack()...)
	if ended, err := x.d.store.Job(t.Context(), domain.ID(x.owner.WorkspaceID), job.ID); ended.Status !=
		domain.JobCancelled || ended.FinishedAt == nil {
		t.Errorf("the job is %+v, %v", ended, err)
	}
	job.ID = domain.NewID()
	start(x, job)
}

// hasNothingOf checks that a deleted user has a bare record, and no timer runs.
func (x lost) hasNothingOf(t *testing.T, u *apitest.User) {
	t.Helper()
	for _, it := range testkit.Dump(t, x.api.Table) {
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
	purge(x.api)
	member := x.member.SignInAgain()
	err := x.bringBackDuring(t, "USER#"+member.ID, func() { member.Delete("/api/me").OK() })
	if err == nil || !strings.Contains(err.Error(), "run it again") {
		t.Errorf("the copy ended with %v", err)
	}
	contains(t, x.d.ok(x.bringBack()...), "brought back")
	x.hasNothingOf(t, x.member)
}

// The owner of a workspace has an account, whenever they delete it.
func TestBringBackNeedsAnOwner(t *testing.T) {
	t.Parallel()
	before := newLost(t)
	purge(before.api)
	before.owner.SignInAgain().Delete("/api/me").OK()
	before.d.fails("owner of the workspace has no account", before.bringBack()...)
	before.d.fails("no such workspace", "workspace", before.owner.WorkspaceID) // nothing was begun

	x := newLost(t)
	purge(x.api)
	owner := x.owner.SignInAgain()
	err := x.bringBackDuring(t, "META", func() { owner.Delete("/api/me").OK() })
	if !errors.Is(err, people.ErrOwnerHasNoAccount) {
		t.Errorf("the copy ended with %v", err)
	}
	x.d.ok("workspace", x.owner.WorkspaceID, "purge")
	purge(x.api)
	x.d.fails("no such workspace", "workspace", x.owner.WorkspaceID)
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
	d := consoleThrough(t, x.api, testkit.Connect(t, probe.Attach))
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
