package store

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/domain/people"
	"stint/shared/domain/timelog"
	"stint/shared/dynamo"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/store/peopledb"
	"stint/shared/store/timedb"
	"stint/shared/table"
)

// testWorkspace is a deleted workspace in which people have something of every kind.
type testWorkspace struct {
	id    domain.ID
	users []domain.ID
}

func digestOf(i people.Invitation) string { return "token-of-" + string(i.ID) }

func tokenDigestOf(_ context.Context, i people.Invitation) (string, error) { return digestOf(i), nil }

// seedWorkspace makes an estate of two people with that many entries each. Accounts and
// an address are shared by all estates of a bench.
func (b *testStore) seedWorkspace(t *testing.T, entries int) testWorkspace {
	t.Helper()
	now := b.core.Instant()
	e := testWorkspace{id: domain.NewID(), users: []domain.ID{"u1", "u2"}}
	w := people.Workspace{ID: e.id, OwnerID: "u1", Version: 1, CreatedAt: now}
	b.write(t,
		table.Encode(key.Workspace(e.id), w), table.Encode(key.Billing(e.id), money.Billing{}),
		table.Encode(key.Project(e.id, "p"), core.GuardHolder{ID: "p"}),
		table.Encode(key.Name(e.id, "project", "", "P"), core.GuardHolder{ID: "p"}),
		table.Encode(key.ProjectMember(e.id, "p", "u1"), core.GuardHolder{ID: "p"}),
	)
	for _, u := range e.users {
		k := people.APIKey{ID: domain.NewID(), UserID: u, WorkspaceID: e.id, Digest: fmt.Sprint("key-", u, e.id)}
		b.write(t,
			table.Encode(key.Member(e.id, u), people.Member{UserID: u, State: people.MemberActive, Version: 1}),
			table.Encode(key.Membership(u, e.id), peopledb.MembershipPointer{WorkspaceID: e.id}),
			table.Encode(key.APIKey(k.Digest), k),
			table.Encode(key.APIKeyPointer(u, e.id, k.ID), peopledb.APIKeyPointer{
				ID: k.ID, WorkspaceID: e.id, Digest: k.Digest}),
			table.Encode(key.Profile(u), people.User{ID: u, LastWorkspaceID: e.id, Version: 1}),
			table.Encode(key.Session(u, k.ID), people.Session{ID: k.ID, UserID: u, WorkspaceID: e.id}),
			table.Encode(key.OverlapGuard(e.id, u), core.OverlapGuard{N: 1}),
			table.Encode(key.Replay(e.id, u, "d"), domain.Replay{}),
			timedb.TimerItem(e.id, timelog.Entry{ID: domain.NewID(), UserID: u, StartedAt: now}),
		)
		for range entries {
			b.write(t, timedb.EntryItem(e.id, timelog.Entry{ID: domain.NewID(), UserID: u, StartedAt: now}))
		}
	}
	i := people.Invitation{ID: domain.NewID(), WorkspaceID: e.id, Email: "guest@example.com",
		ExpiresAt: now.Plus(time.Hour), Version: 1}
	b.write(t, peopledb.InvitationItem(i), peopledb.InvitationPointerItem(i), peopledb.OpenInvitationItem(i),
		peopledb.TokenItem(people.MailedToken{Digest: digestOf(i), WorkspaceID: e.id, ExpiresAt: i.ExpiresAt}))
	return e
}

func (b *testStore) write(t *testing.T, items ...table.Item) {
	t.Helper()
	var actions []table.Action
	for _, it := range items {
		actions = append(actions, table.Put(it))
	}
	if err := b.core.Table.Commit(ctx(t), actions...); err != nil {
		t.Fatal(err)
	}
}

// markDeleted marks an estate as deleted, now.
func (b *testStore) markDeleted(t *testing.T, e testWorkspace) {
	t.Helper()
	w, err := table.GetExisting[people.Workspace](ctx(t), b.Store.core.Table, key.Workspace(e.id))
	if err == nil {
		err = b.core.Table.Commit(ctx(t), table.Replace(table.Encode(key.Workspace(e.id), w.Delete(b.core.Instant(), 0)),
			w.Version))
	}
	if err != nil {
		t.Fatal(err)
	}
}

func (b *testStore) purge(t *testing.T, e testWorkspace) (PurgeResult, error) {
	t.Helper()
	return b.Store.Purge(ctx(t), PurgeRequest{WorkspaceID: e.id, TokenDigest: tokenDigestOf})
}

// keysNaming are the keys of all items that name the workspace anywhere.
func (b *testStore) keysNaming(t *testing.T, w domain.ID) (keys []string) {
	t.Helper()
	for _, it := range testkit.Dump(t, b.rows) {
		if strings.Contains(itemText(it), string(w)) {
			keys = append(keys, table.StringAttribute(it, dynamo.AttrPK)+" "+table.StringAttribute(it, dynamo.AttrSK))
		}
	}
	return keys
}

// itemText is everything in an item, as text.
func itemText(it table.Item) string {
	var all strings.Builder
	for name, value := range it {
		fmt.Fprint(&all, name, "=", reflect.Indirect(reflect.ValueOf(value)).FieldByName("Value"), "\n")
	}
	return all.String()
}

func TestPurgeKeepsRootItemsUntilTheGraceIsOver(t *testing.T) {
	b := newTestStore(t)
	e := b.seedWorkspace(t, 3)
	b.markDeleted(t, e)
	got, err := b.purge(t, e)
	if err != nil || got.NextAt == nil || got.NextAt.Time != b.clock.Now().Add(domain.WriteGrace) {
		t.Fatalf("the first walk: %+v, %v", got, err)
	}
	kept := strings.Join(b.keysNaming(t, e.id), ", ")
	for _, lead := range []string{"META", "M#u1", "M#u2", "I#"} {
		if !strings.Contains(kept, lead) {
			t.Errorf("%s went before the end; left are %s", lead, kept)
		}
	}
	if n := len(b.keysNaming(t, e.id)); n != 4 {
		t.Errorf("%d items are left, want 4: %s", n, kept)
	}
	late := []table.Item{
		timedb.EntryItem(e.id, timelog.Entry{ID: "late", UserID: "u2"}),
		table.Encode(key.Tag(e.id, "late"), core.GuardHolder{ID: "late"}),
		table.Encode(key.APIKey("late"), people.APIKey{WorkspaceID: e.id}),
		table.Encode(key.APIKeyPointer("u2", e.id, "late"), peopledb.APIKeyPointer{WorkspaceID: e.id, Digest: "late"}),
	}
	b.write(t, late...)
	b.clock.Advance(domain.WriteGrace)
	got, err = b.purge(t, e)
	if err != nil || got.NextAt != nil || got.Removed == 0 {
		t.Fatalf("the last walk: %+v, %v", got, err)
	}
	if left := b.keysNaming(t, e.id); len(left) != 0 {
		t.Errorf("left are %v", left)
	}
	if got, err = b.purge(t, e); err != nil || got != (PurgeResult{}) {
		t.Errorf("once more: %+v, %v", got, err)
	}
}

func TestPurgeIgnoresAWorkspaceThatIsNotDeleted(t *testing.T) {
	b := newTestStore(t)
	e := b.seedWorkspace(t, 1)
	before := testkit.Dump(t, b.rows)
	if got, err := b.purge(t, e); err != nil || got != (PurgeResult{}) {
		t.Errorf("%+v, %v", got, err)
	}
	if !reflect.DeepEqual(testkit.Dump(t, b.rows), before) {
		t.Error("a workspace that was not deleted was changed")
	}
}

// TestPurgeResumesAfterAnyCrash breaks each call of either walk in turn, so that
// it happens or not and the walk ends there, and lets the next try finish. By day, it breaks one in three of
// the calls that do not happen, most of which read an empty partition.
func TestPurgeResumesAfterAnyCrash(t *testing.T) {
	for _, grace := range []time.Duration{0, domain.WriteGrace} {
		for when, crash := range testkit.Crashes() {
			t.Run(fmt.Sprint(grace, " ", when), func(t *testing.T) {
				t.Parallel()
				b := newTestStore(t)
				step := 1
				if when == "before" {
					step = testkit.Size(3, 1)
				}
				for k := 0; ; k += step {
					e := b.seedWorkspace(t, 2)
					b.markDeleted(t, e)
					b.clock.Advance(grace)
					crash.Skip = k
					broken := b.probe.Inject(crash)
					_, err := b.purge(t, e)
					hit := broken.Hits() > 0
					b.probe.Reset()
					if hit != (err != nil) {
						t.Errorf("call %d: broken %t, error %v", k+1, hit, err)
					}
					b.purgeAll(t, e)
					if left := b.keysNaming(t, e.id); len(left) != 0 {
						t.Fatalf("call %d: left are %v", k+1, left)
					}
					if !hit {
						return
					}
				}
			})
		}
	}
}

// purgeAll purges until nothing is left.
func (b *testStore) purgeAll(t *testing.T, e testWorkspace) {
	t.Helper()
	for range 2 {
		got, err := b.purge(t, e)
		if err != nil {
			t.Fatal(err)
		}
		if got.NextAt == nil {
			return
		}
		b.clock.Set(got.NextAt.Time)
	}
	t.Fatal("two walks were not enough")
}

// TestInterruptedPurgeReportsItsProgress ends the time of each try at its third
// batch of deletes: the first is of an invitation, the second of entries.
func TestInterruptedPurgeReportsItsProgress(t *testing.T) {
	b := newTestStore(t)
	e := b.seedWorkspace(t, 60)
	b.markDeleted(t, e)
	b.clock.Advance(domain.WriteGrace)
	held := make(chan struct{})
	defer close(held)
	for try := 1; ; try++ {
		before := len(testkit.Dump(t, b.rows))
		fault := b.probe.Inject(testkit.Fault{Effect: testkit.Hold(held), Where: testkit.On("BatchWriteItem"), Skip: 2,
			Times: testkit.Always})
		turn, cancel := testkit.EndedBy(t, fault.Reached())
		got, err := b.Store.Purge(turn, PurgeRequest{WorkspaceID: e.id, TokenDigest: tokenDigestOf})
		cancel()
		b.probe.Reset()
		removed := before - len(testkit.Dump(t, b.rows))
		if err == nil || got.Removed > removed {
			t.Fatalf("try %d: %d were removed, reported %d, %v", try, removed, got.Removed, err)
		}
		if got.Removed == 0 { // what passed was done already
			if try <= 60/table.MaxBatchDelete {
				t.Errorf("no progress in try %d", try)
			}
			break
		}
	}
	b.purgeAll(t, e)
	if left := b.keysNaming(t, e.id); len(left) != 0 {
		t.Errorf("left are %v", left)
	}
}

// TestPurgeCostGrowsLinearly counts the calls for one, two and three hundred
// entries.
func TestPurgeCostGrowsLinearly(t *testing.T) {
	b := newTestStore(t)
	cost := func(entries int) (calls int) {
		e := b.seedWorkspace(t, entries)
		b.markDeleted(t, e)
		b.clock.Advance(domain.WriteGrace)
		b.probe.Reset()
		if _, err := b.purge(t, e); err != nil {
			t.Fatal(err)
		}
		for _, c := range b.probe.Log() {
			if calls++; c.Keys > table.MaxBatchDelete || c.Items > table.MaxBatchDelete {
				t.Errorf("%s of %d keys brought %d items: more than %d at a time", c.Op, c.Keys, c.Items, table.MaxBatchDelete)
			}
		}
		return calls
	}
	one, two, three := cost(50), cost(100), cost(150)
	if two-one != three-two || two-one != 2*2*50/table.MaxBatchDelete {
		t.Errorf("%d, %d and %d calls for 100, 200 and 300 entries", one, two, three)
	}
}
