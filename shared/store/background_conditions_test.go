package store

import (
	"errors"
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/projects"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
	"stint/shared/problem"
	"stint/shared/store/key"
	"stint/shared/store/timesheetdb"
	"stint/shared/table"
)

// What the background does to a record that changed since it was read is dropped.
func TestTheBackgroundChangesWhatItRead(t *testing.T) {
	b := newTestStore(t)
	now, w := b.core.Instant(), domain.NewID()
	later := now.Plus(time.Hour)
	u := people.User{ID: domain.NewID(), PasswordHash: "new", Version: 1}
	timers := timelog.TimerWatch{WorkspaceID: w, Wakes: 2}
	budgets := projects.BudgetWatch{WorkspaceID: w, DueAt: now, Wakes: 2}
	told := projects.BudgetTold{ProjectID: "p", Of: "june", Percent: 80}
	b.write(t, table.Encode(key.Profile(u.ID), u), table.Encode(key.TimerWatch(w), timers),
		table.Encode(key.BudgetWatch(w), budgets), table.Encode(key.BudgetTold(w, "p"), told))
	read, oldTold, nowTold := u, told, told
	read.PasswordHash, oldTold.Percent, nowTold.Percent = "old", 50, 100
	for name, write := range map[string]func() error{
		"a password": func() error { return b.RehashPassword(ctx(t), read, "again") },
		"the watch of timers": func() error {
			return b.PostponeTimerWatch(ctx(t), timelog.TimerWatch{WorkspaceID: w}, later)
		},
		"the watch of budgets": func() error {
			return b.EndBudgetWatch(ctx(t), projects.BudgetWatch{WorkspaceID: w, DueAt: now, Wakes: 1})
		},
		"a budget that is told of": func() error { return b.TellBudget(ctx(t), w, oldTold, nowTold) },
		"one that was not told of": func() error {
			return b.TellBudget(ctx(t), w, projects.BudgetTold{ProjectID: "p"}, nowTold)
		},
	} {
		if err := write(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := stored[people.User](t, b, key.Profile(u.ID)).PasswordHash; got != "new" {
		t.Errorf("the password is %s", got)
	}
	if got := stored[timelog.TimerWatch](t, b, key.TimerWatch(w)); got.Wakes != 2 || !got.DueAt.IsZero() {
		t.Errorf("the watch of timers is %+v", got)
	}
	if got := stored[projects.BudgetWatch](t, b, key.BudgetWatch(w)); got.Wakes != 2 {
		t.Errorf("the watch of budgets is %+v", got)
	}
	if got := stored[projects.BudgetTold](t, b, key.BudgetTold(w, "p")); got != told {
		t.Errorf("told of %+v", got)
	}
}

// stored is a record of the table.
func stored[T any](t *testing.T, b *testStore, k table.Key) T {
	t.Helper()
	record, err := table.GetExisting[T](ctx(t), b.core.Table, k)
	if err != nil {
		t.Error(err)
	}
	return record
}

// A round that is made is given up as it was read.
func TestARoundIsGivenUpAsItWasRead(t *testing.T) {
	for _, round := range []int{0, 2} { // of a new submission, and of one that is visible
		b := newTestStore(t)
		w := domain.NewID()
		sub := timesheets.Submission{ID: domain.NewID(), UserID: domain.NewID(), PeriodStart: "2026-06-17", Round: round,
			RoundInProgress: &timesheets.RoundInProgress{Round: 5}, Version: int64(round)}
		b.write(t, table.Encode(key.Submission(w, sub.ID), sub))
		other, changed := sub, sub
		other.RoundInProgress, changed.Version = &timesheets.RoundInProgress{Round: 4}, 9
		for _, read := range []timesheets.Submission{other, changed} {
			if err := b.AbandonRound(ctx(t), w, read); !errors.Is(err, timesheetdb.ErrRoundOver) {
				t.Errorf("round %d of version %d: %v", read.RoundInProgress.Round, read.Version, err)
			}
		}
		if err := b.AbandonRound(ctx(t), w, sub); err != nil {
			t.Error(err)
		}
	}
}

// An app is registered in a workspace that is not deleted, and up to the limit. It is deleted as it was read.
func TestAnAppIsDeletedAsItWasRead(t *testing.T) {
	b := newTestStore(t)
	now := b.core.Instant()
	w := people.Workspace{ID: domain.NewID(), DeletedAt: &now, Version: 1}
	app := people.OAuthClient{ID: "app", WorkspaceID: w.ID, Version: 2}
	create := func(id domain.ID) error {
		app.ID = id
		return b.CreateOAuthClient(ctx(t), app, 1, domain.ReplayRecord{})
	}
	b.write(t, table.Encode(key.Workspace(w.ID), w))
	wantCode(t, create("app"), problem.CodeConflict)
	w.DeletedAt = nil
	b.write(t, table.Encode(key.Workspace(w.ID), w))
	if err := create("app"); err != nil {
		t.Fatal(err)
	}
	wantCode(t, create("another"), problem.CodeConflict)
	app.ID, app.Version = "app", 1
	wantCode(t, b.DeleteOAuthClient(ctx(t), app), problem.CodeConflict)
}

// A calendar whose tokens were renewed since they were read is not erased, so that the grant that is ended is the one
// that it has.
func TestACalendarIsErasedAsItWasRead(t *testing.T) {
	b := newTestStore(t)
	read := people.CalendarConnection{UserID: domain.NewID(), Provider: people.ProviderExternal,
		RefreshToken: []byte("old"), Version: 1}
	k := key.Calendar(read.UserID, read.Provider)
	b.write(t, table.Encode(k, read))
	renew := func() {
		renewed := read
		renewed.RefreshToken = []byte("new")
		if _, err := b.ChangeCalendar(ctx(t), renewed); err != nil {
			t.Error(err)
		}
	}
	err := b.before(t, 0, renew, func() error { return b.EraseUser(ctx(t), read.UserID) })
	wantCode(t, err, problem.CodeConflict)
	if got := stored[people.CalendarConnection](t, b, k); string(got.RefreshToken) != "new" {
		t.Errorf("left is %+v", got)
	}
}
