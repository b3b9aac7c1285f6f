package store

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/testkit"
)

// estate is a deleted workspace in which people have something of every kind.
type estate struct {
	id    domain.ID
	users []domain.ID
}

func digestOf(i domain.Invitation) string { return "token-of-" + string(i.ID) }

// found makes an estate of two people with that many entries each. Accounts and
// an address are shared by all estates of a bench.
func (b *bench) found(t *testing.T, entries int) estate {
	t.Helper()
	now := b.instant()
	e := estate{id: domain.NewID(), users: []domain.ID{"u1", "u2"}}
	w := domain.Workspace{ID: e.id, OwnerID: "u1", Version: 1, CreatedAt: now}
	b.write(t,
		encode(metaKey(e.id), w), encode(billingKey(e.id), domain.Billing{}),
		encode(projectKey(e.id, "p"), nameHolder{"p"}), encode(nameKey(e.id, "project", "", "P"), nameHolder{"p"}),
		encode(projectMemberKey(e.id, "p", "u1"), nameHolder{"p"}),
	)
	for _, u := range e.users {
		k := domain.APIKey{ID: domain.NewID(), UserID: u, WorkspaceID: e.id, Digest: fmt.Sprint("key-", u, e.id)}
		b.write(t,
			encode(memberKey(e.id, u), domain.Member{UserID: u, State: domain.Active, Version: 1}),
			encode(membershipKey(u, e.id), membership{WorkspaceID: e.id}),
			encode(apiKeyKey(k.Digest), k),
			encode(keyPointerKey(u, e.id, k.ID), keyPointer{ID: k.ID, WorkspaceID: e.id, Digest: k.Digest}),
			encode(profileKey(u), domain.User{ID: u, LastWorkspace: e.id, Version: 1}),
			encode(sessionKey(u, k.ID), domain.Session{ID: k.ID, UserID: u, WorkspaceID: e.id}),
			encode(guardKey(e.id, u), guard{1}), encode(rememberKey(e.id, u, "d"), domain.Replay{}),
			timerItem(e.id, domain.Entry{ID: domain.NewID(), UserID: u, StartedAt: now}),
		)
		for range entries {
			b.write(t, entryItem(e.id, domain.Entry{ID: domain.NewID(), UserID: u, StartedAt: now}))
		}
	}
	i := domain.Invitation{ID: domain.NewID(), WorkspaceID: e.id, Email: "guest@example.com", ExpiresAt: now.Plus(time.Hour), Version: 1}
	b.write(t, invitationItem(i), pointerItem(i), guardItem(i),
		tokenItem(domain.Token{Digest: digestOf(i), WorkspaceID: e.id, ExpiresAt: i.ExpiresAt}))
	return e
}

func (b *bench) write(t *testing.T, items ...item) {
	t.Helper()
	var actions []action
	for _, it := range items {
		actions = append(actions, put(it))
	}
	if err := b.commit(ctx(t), actions...); err != nil {
		t.Fatal(err)
	}
}

// end marks an estate as deleted, now.
func (b *bench) end(t *testing.T, e estate) {
	t.Helper()
	w, err := mustGet[domain.Workspace](ctx(t), b.Store, metaKey(e.id))
	if err == nil {
		err = b.commit(ctx(t), replace(encode(metaKey(e.id), w.Ended(b.instant())), w.Version))
	}
	if err != nil {
		t.Fatal(err)
	}
}

func (b *bench) purge(t *testing.T, e estate) (Purged, error) {
	t.Helper()
	return b.Store.Purge(ctx(t), Purge{WorkspaceID: e.id, Token: digestOf})
}

// mentions are the keys of all items that name the workspace anywhere.
func (b *bench) mentions(t *testing.T, w domain.ID) (keys []string) {
	t.Helper()
	for _, it := range testkit.Dump(t, b.table) {
		if strings.Contains(plain(it), string(w)) {
			keys = append(keys, textOf(it, attrPK)+" "+textOf(it, attrSK))
		}
	}
	return keys
}

// plain is everything in an item, as text.
func plain(it item) string {
	var all strings.Builder
	for name, value := range it {
		fmt.Fprint(&all, name, "=", reflect.Indirect(reflect.ValueOf(value)).FieldByName("Value"), "\n")
	}
	return all.String()
}

func TestPurgeKeepsTheWayUntilNobodyWrites(t *testing.T) {
	b := newBench(t)
	e := b.found(t, 3)
	b.end(t, e)
	got, err := b.purge(t, e)
	if err != nil || got.Again == nil || got.Again.Time != b.clock.Now().Add(domain.PurgeGrace) {
		t.Fatalf("the first walk: %+v, %v", got, err)
	}
	kept := strings.Join(b.mentions(t, e.id), ", ")
	for _, lead := range []string{"META", "M#u1", "M#u2", "I#"} {
		if !strings.Contains(kept, lead) {
			t.Errorf("%s went before the end; left are %s", lead, kept)
		}
	}
	if n := len(b.mentions(t, e.id)); n != 4 {
		t.Errorf("%d items are left, want 4: %s", n, kept)
	}
	late := []item{
		entryItem(e.id, domain.Entry{ID: "late", UserID: "u2"}), encode(tagKey(e.id, "late"), nameHolder{"late"}),
		encode(apiKeyKey("late"), domain.APIKey{WorkspaceID: e.id}),
		encode(keyPointerKey("u2", e.id, "late"), keyPointer{WorkspaceID: e.id, Digest: "late"}),
	}
	b.write(t, late...)
	b.clock.Advance(domain.PurgeGrace)
	got, err = b.purge(t, e)
	if err != nil || got.Again != nil || got.Removed == 0 {
		t.Fatalf("the last walk: %+v, %v", got, err)
	}
	if left := b.mentions(t, e.id); len(left) != 0 {
		t.Errorf("left are %v", left)
	}
	if got, err = b.purge(t, e); err != nil || got != (Purged{}) {
		t.Errorf("once more: %+v, %v", got, err)
	}
}

func TestPurgeLeavesAloneWhatStands(t *testing.T) {
	b := newBench(t)
	e := b.found(t, 1)
	before := testkit.Dump(t, b.table)
	if got, err := b.purge(t, e); err != nil || got != (Purged{}) {
		t.Errorf("%+v, %v", got, err)
	}
	if !reflect.DeepEqual(testkit.Dump(t, b.table), before) {
		t.Error("a workspace that stands was changed")
	}
}

// TestPurgeGoesOnAfterAnyCrash breaks each call of either walk in turn, so that
// it happens or not and the walk ends there, and lets the next try finish.
func TestPurgeGoesOnAfterAnyCrash(t *testing.T) {
	for _, grace := range []time.Duration{0, domain.PurgeGrace} {
		for when, effect := range map[string]testkit.Effect{
			"before": testkit.FailBefore(testkit.Disconnected), "after": testkit.FailAfter(testkit.Disconnected),
		} {
			t.Run(fmt.Sprint(grace, " ", when), func(t *testing.T) {
				t.Parallel()
				b := newBench(t)
				for k := 0; ; k++ {
					e := b.found(t, 2)
					b.end(t, e)
					b.clock.Advance(grace)
					fault := b.probe.Inject(testkit.Fault{Effect: effect, Skip: k, WholeCall: true})
					_, err := b.purge(t, e)
					hit := fault.Hits() > 0
					b.probe.Reset()
					if hit != (err != nil) {
						t.Errorf("call %d: broken %t, error %v", k+1, hit, err)
					}
					b.finish(t, e)
					if left := b.mentions(t, e.id); len(left) != 0 {
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

// finish purges until nothing is left.
func (b *bench) finish(t *testing.T, e estate) {
	t.Helper()
	for range 2 {
		got, err := b.purge(t, e)
		if err != nil {
			t.Fatal(err)
		}
		if got.Again == nil {
			return
		}
		b.clock.Set(got.Again.Time)
	}
	t.Fatal("two walks were not enough")
}

// TestPurgeBrokenOffTellsItsProgress ends the time of each try at its third
// batch of deletes: the first is of an invitation, the second of entries.
func TestPurgeBrokenOffTellsItsProgress(t *testing.T) {
	b := newBench(t)
	e := b.found(t, 60)
	b.end(t, e)
	b.clock.Advance(domain.PurgeGrace)
	held := make(chan struct{})
	defer close(held)
	for try := 1; ; try++ {
		before := len(testkit.Dump(t, b.table))
		fault := b.probe.Inject(testkit.Fault{Effect: testkit.Hold(held), Where: testkit.On("BatchWriteItem"), Skip: 2, Times: testkit.Always})
		turn, cancel := contextCancelledBy(t, fault.Reached())
		got, err := b.Store.Purge(turn, Purge{WorkspaceID: e.id, Token: digestOf})
		cancel()
		b.probe.Reset()
		removed := before - len(testkit.Dump(t, b.table))
		if err == nil || got.Removed > removed {
			t.Fatalf("try %d: %d were removed, told %d, %v", try, removed, got.Removed, err)
		}
		if got.Removed == 0 { // what passed was done already
			if try <= 60/eraseSize {
				t.Errorf("no progress in try %d", try)
			}
			break
		}
	}
	b.finish(t, e)
	if left := b.mentions(t, e.id); len(left) != 0 {
		t.Errorf("left are %v", left)
	}
}

// TestPurgeCostsInProportion counts the calls for one, two and three hundred
// entries.
func TestPurgeCostsInProportion(t *testing.T) {
	b := newBench(t)
	cost := func(entries int) (calls int) {
		e := b.found(t, entries)
		b.end(t, e)
		b.clock.Advance(domain.PurgeGrace)
		b.probe.Reset()
		if _, err := b.purge(t, e); err != nil {
			t.Fatal(err)
		}
		for _, c := range b.probe.Log() {
			if calls++; c.Keys > eraseSize || c.Items > eraseSize {
				t.Errorf("%s of %d keys brought %d items: more than %d at a time", c.Op, c.Keys, c.Items, eraseSize)
			}
		}
		return calls
	}
	one, two, three := cost(50), cost(100), cost(150)
	if two-one != three-two || two-one != 2*2*50/eraseSize {
		t.Errorf("%d, %d and %d calls for 100, 200 and 300 entries", one, two, three)
	}
}
