package store

import (
	"errors"
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/domain/timelog"
	"stint/shared/problem"
	"stint/shared/store/key"
	"stint/shared/store/peopledb"
	"stint/shared/table"
)

// A workspace is brought back if no other run has completed or purged the copy, and nobody else has made it.
func TestAWorkspaceIsBroughtBackOnce(t *testing.T) {
	const begin, complete = 0, 1 // the writes of a workspace without anything else
	for name, c := range map[string]struct {
		write int
		other func(*testStore, people.Workspace) // what another run writes at the same time
		want  error
	}{
		"the copy is completed": {complete, func(b *testStore, w people.Workspace) {
			b.remove(t, key.BringBack(w.ID))
		}, errCopyEnded},
		"another copy from there": {complete, func(b *testStore, w people.Workspace) {
			later := b.core.Instant().Plus(time.Second)
			b.write(t, table.Encode(key.BringBack(w.ID), CopyMark{From: "restored", At: later}))
		}, errCopyEnded},
		"a copy from elsewhere": {complete, func(b *testStore, w people.Workspace) {
			b.write(t, table.Encode(key.BringBack(w.ID), CopyMark{From: "elsewhere", At: b.core.Instant()}))
		}, errCopyEnded},
		"it exists": {complete, func(b *testStore, w people.Workspace) {
			b.write(t, table.Encode(key.Workspace(w.ID), w))
		}, ErrWorkspaceExists},
		"it exists before the copy": {begin, func(b *testStore, w people.Workspace) {
			b.write(t, table.Encode(key.Workspace(w.ID), w))
		}, ErrWorkspaceExists},
	} {
		t.Run(name, func(t *testing.T) {
			b, from := newTestStore(t), newTestStore(t)
			owner := people.User{ID: domain.NewID(), Version: 1}
			w := people.Workspace{ID: domain.NewID(), OwnerID: owner.ID, Version: 3}
			b.write(t, table.Encode(key.Profile(owner.ID), owner))
			from.write(t, table.Encode(key.Workspace(w.ID), w))
			err := b.before(t, c.write, func() { c.other(b, w) }, func() error {
				_, err := b.BringBack(ctx(t), w.ID, from.Store, "restored")
				return err
			})
			if !errors.Is(err, c.want) {
				t.Errorf("error %v, want %v", err, c.want)
			}
			if c.write == begin {
				_, err := b.CopyBegun(ctx(t), w.ID)
				wantCode(t, err, problem.CodeNotFound)
			}
		})
	}
}

// remove deletes an item.
func (b *testStore) remove(t *testing.T, k table.Key) {
	t.Helper()
	if err := b.core.Table.Commit(ctx(t), table.Delete(k)); err != nil {
		t.Fatal(err)
	}
}

// What an interrupted copy left is purged if it was not completed meanwhile.
func TestACopyThatWasCompletedIsNotPurged(t *testing.T) {
	for name, other := range map[string]func(*testStore, people.Workspace){
		"the workspace exists": func(b *testStore, w people.Workspace) {
			b.write(t, table.Encode(key.Workspace(w.ID), w))
		},
		"the mark is gone": func(b *testStore, w people.Workspace) { b.remove(t, key.BringBack(w.ID)) },
		"another mark": func(b *testStore, w people.Workspace) {
			b.write(t, table.Encode(key.BringBack(w.ID), CopyMark{From: "another", At: b.core.Instant()}))
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := newTestStore(t)
			w := people.Workspace{ID: domain.NewID(), Version: 1}
			b.write(t, table.Encode(key.BringBack(w.ID), CopyMark{From: "restored", At: b.core.Instant()}))
			err := b.before(t, 0, func() { other(b, w) }, func() error { return b.PurgeByOperator(ctx(t), w.ID, false) })
			wantCode(t, err, problem.CodeConflict)
		})
	}
}

// An act on an account is decided on the account as it is then, and is told in the workspaces of which the user is an
// active member then.
func TestAnActOfTheOperatorMeetsOtherChanges(t *testing.T) {
	b := newTestStore(t)
	u := people.User{ID: domain.NewID(), Version: 1}
	w := people.Workspace{ID: domain.NewID(), Version: 1}
	m := people.Member{UserID: u.ID, State: people.MemberActive, Version: 1}
	b.write(t, table.Encode(key.Profile(u.ID), u), table.Encode(key.Workspace(w.ID), w),
		table.Encode(key.Member(w.ID, u.ID), m),
		table.Encode(key.Membership(u.ID, w.ID), peopledb.MembershipPointer{WorkspaceID: w.ID}))
	endSessions := func() error { return b.OperateAccount(ctx(t), u.ID, audit.EndAccountSessions) }
	told := func() int {
		page, err := b.AuditEvents(ctx(t), w, timelog.Span{}, PageRequest{Limit: 10, Scope: "x"},
			func(audit.Record) bool { return true })
		if err != nil {
			t.Error(err)
		}
		return len(page.Items)
	}
	ended := u
	ended.Epoch, ended.Version = 7, 2
	if err := b.before(t, 0, func() { b.write(t, table.Encode(key.Profile(u.ID), ended)) }, endSessions); err != nil {
		t.Error(err)
	}
	if got := stored[people.User](t, b, key.Profile(u.ID)); got.Version != 3 || got.Epoch != 8 {
		t.Errorf("the account is %+v", got)
	}
	if n := told(); n != 1 {
		t.Errorf("%d events", n)
	}
	m.State, m.Version = people.MemberLeft, 2
	if err := b.before(t, 0, func() { b.write(t, table.Encode(key.Member(w.ID, u.ID), m)) }, endSessions); err != nil {
		t.Error(err)
	}
	if n := told(); n != 1 {
		t.Errorf("%d events, also one of a workspace that the user has left", n)
	}
}
