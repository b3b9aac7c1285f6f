package store

import (
	"errors"
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/timelog"
	"stint/shared/problem"
	"stint/shared/store/key"
	"stint/shared/store/peopledb"
	"stint/shared/store/timedb"
	"stint/shared/table"
)

// keyOwner is an active member of a workspace.
type keyOwner struct {
	*testStore
	user      people.User
	workspace people.Workspace
	member    people.Member
}

func newKeyOwner(t *testing.T) keyOwner {
	t.Helper()
	o := keyOwner{testStore: newTestStore(t), user: people.User{ID: domain.NewID(), Version: 1},
		workspace: people.Workspace{ID: domain.NewID(), Version: 1}}
	o.member = people.Member{UserID: o.user.ID, State: people.MemberActive, KeyEpoch: 2, Version: 1}
	o.write(t, table.Encode(key.Profile(o.user.ID), o.user), table.Encode(key.Workspace(o.workspace.ID), o.workspace),
		table.Encode(key.Member(o.workspace.ID, o.user.ID), o.member))
	return o
}

// createFeed makes a new calendar feed from what was read.
func (o keyOwner) createFeed(t *testing.T) (people.APIKey, error) {
	feed := people.NewCalendarFeed(o.user, o.member, o.workspace, "mine", "", people.FeedDigest(people.NewFeedToken()),
		o.core.Instant())
	return feed, o.CreateCalendarFeed(ctx(t), feed, o.workspace, domain.ReplayRecord{})
}

// createGrant allows an app, if the user has none.
func (o keyOwner) createGrant(t *testing.T) error {
	return o.CreateGrant(ctx(t), peopledb.GrantCreation{Workspace: o.workspace, Member: o.member, Most: 1,
		Grant: people.NewGrant(o.user, o.member, o.workspace, people.App{ClientID: "https://app.example.com"},
			people.AccessFull, o.core.Instant())})
}

// Of two that are made at the same time, one is the last that a user may have.
func TestTheLastKeyThatAUserMayHaveIsMadeOnce(t *testing.T) {
	o := newKeyOwner(t)
	createFeed := func() error {
		_, err := o.createFeed(t)
		return err
	}
	for range people.MaxCalendarFeeds - 1 {
		if err := createFeed(); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		create  func() error
		tooMany error
	}{
		{createFeed, peopledb.ErrTooManyFeeds},
		{func() error { return o.createGrant(t) }, peopledb.ErrTooManyGrants},
	} {
		err := o.before(t, 0, func() {
			if err := c.create(); err != nil {
				t.Error(err)
			}
		}, c.create)
		if !errors.Is(err, c.tooMany) {
			t.Errorf("error %v, want %v", err, c.tooMany)
		}
	}
}

// A calendar feed is made for a member and a workspace as they were read, and is deleted once.
func TestACalendarFeedNeedsWhatWasRead(t *testing.T) {
	for name, change := range map[string]func(*people.Workspace, *people.Member, domain.Instant){
		"keys were ended":   func(_ *people.Workspace, m *people.Member, _ domain.Instant) { m.KeyEpoch++ },
		"the member left":   func(_ *people.Workspace, m *people.Member, _ domain.Instant) { m.State = people.MemberLeft },
		"keys live shorter": func(w *people.Workspace, _ *people.Member, _ domain.Instant) { w.MaxKeyDays = new(int64(7)) },
		"it is deleted":     func(w *people.Workspace, _ *people.Member, now domain.Instant) { w.DeletedAt = &now },
	} {
		t.Run(name, func(t *testing.T) {
			o := newKeyOwner(t)
			w, m := o.workspace, o.member
			change(&w, &m, o.core.Instant())
			o.write(t, table.Encode(key.Workspace(w.ID), w), table.Encode(key.Member(w.ID, m.UserID), m))
			if _, err := o.createFeed(t); !errors.Is(err, peopledb.ErrGrantRefused) {
				t.Errorf("error %v", err)
			}
		})
	}
	o := newKeyOwner(t)
	feed, err := o.createFeed(t)
	if err == nil {
		err = o.DeleteCalendarFeed(ctx(t), feed)
	}
	if err != nil {
		t.Fatal(err)
	}
	wantCode(t, o.DeleteCalendarFeed(ctx(t), feed), problem.CodeNotFound)
}

// The access of a member is ended from the account as it was read, in a workspace that is not deleted.
func TestAccessIsEndedFromTheAccountThatWasRead(t *testing.T) {
	o := newKeyOwner(t)
	w, now := o.workspace, o.core.Instant()
	end := func(accessEpoch int64) error {
		u := o.user
		u.AccessEpoch = accessEpoch
		return o.EndMemberAccess(ctx(t), w.ID, peopledb.MemberChanger{}, people.MemberUser{Member: o.member, User: u})
	}
	if err := end(5); !errors.Is(err, peopledb.ErrUserChanged) {
		t.Errorf("error %v", err)
	}
	deleted := w
	deleted.DeletedAt = &now
	o.write(t, table.Encode(key.Workspace(w.ID), deleted))
	wantCode(t, end(0), problem.CodeConflict)
	o.write(t, table.Encode(key.Workspace(w.ID), w))
	if err := end(0); err != nil {
		t.Error(err)
	}
}

// A member who tracks time again loses the blocked timer, and not one that runs.
func TestATimerThatRunsIsNotUnblocked(t *testing.T) {
	o := newKeyOwner(t)
	was, now := o.member, o.member
	was.Role, now.Role, now.Version = people.RoleAnalyst, people.RoleUser, 2
	o.write(t, table.Encode(key.Member(o.workspace.ID, o.user.ID), was),
		timedb.TimerItem(o.workspace.ID, timelog.Entry{ID: domain.NewID(), UserID: o.user.ID, StartedAt: o.core.Instant()}))
	change := func() error {
		return o.ChangeMember(ctx(t), o.workspace.ID, peopledb.MemberChanger{}, was, now)
	}
	wantCode(t, change(), problem.CodeConflict)
	if err := o.core.Table.DeleteAll(ctx(t), key.Timer(o.workspace.ID, o.user.ID)); err != nil {
		t.Fatal(err)
	}
	if err := change(); err != nil {
		t.Error(err)
	}
}

// A timer that has run long is told of once, while it runs as it was read.
func TestALongTimerIsToldOfOnce(t *testing.T) {
	o := newKeyOwner(t)
	w := o.workspace.ID
	timer := timelog.Entry{ID: domain.NewID(), UserID: o.user.ID, StartedAt: o.core.Instant(), Version: 1}
	tell := func() error { return o.NotifyLongTimer(ctx(t), w, timer) }
	put := func(e timelog.Entry) { o.write(t, timedb.TimerItem(w, e)) }
	another, moved := timer, timer
	another.ID, moved.StartedAt = domain.NewID(), timer.StartedAt.Plus(-time.Hour)
	for name, changed := range map[string]timelog.Entry{"another": another, "moved": moved} {
		put(timer)
		if err := o.before(t, 0, func() { put(changed) }, tell); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if n := o.countDue(t); n != 0 {
			t.Errorf("%s: %d mails", name, n)
		}
	}
	put(timer)
	err := o.before(t, 0, func() {
		if err := tell(); err != nil {
			t.Error(err)
		}
	}, tell)
	if n := o.countDue(t); err != nil || n != 1 {
		t.Errorf("%d mails, %v", n, err)
	}
}
