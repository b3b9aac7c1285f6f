package tracking_test

import (
	"testing"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/tracking"
	"stint/shared/wire"
)

func planFor(t *testing.T, r *route.Request, row tracking.Row) (tracking.Plan, error) {
	t.Helper()
	return tracking.PlanRow(t.Context(), newStore(), r, row, new(wire.Issues))
}

// TestWriteChecksOverlaps creates one entry from minute -20 to -10.
func TestWriteChecksOverlaps(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name         string
		allowOverlap bool
		stored       []timelog.Entry
		guardFails   int
		onWrite      func(s *fakeStore) func(int)
		tries        int
		want         string
	}{
		{name: "free", stored: []timelog.Entry{span("x", -30, -20), span("y", -10, 0)}, tries: 1},
		{name: "taken", stored: []timelog.Entry{span("x", -30, -19)}, want: "startedAt entry_overlap"},
		{name: "taken, but allowed", allowOverlap: true, stored: []timelog.Entry{span("x", -30, -19)}, tries: 1},
		{name: "another write was faster", guardFails: 2, tries: 3},
		{name: "another write was faster and took the time", guardFails: 1, tries: 1, want: "startedAt entry_overlap",
			onWrite: func(s *fakeStore) func(int) {
				return func(int) { s.stored = []timelog.Entry{span("x", -15, -14)} }
			}},
		{name: "others were always faster", guardFails: 99, tries: 5,
			want: "conflict Another request wrote an entry at the same time. Try again."},
	} {
		s, r := newStore(), requestOf(people.RoleUser)
		r.Workspace.AllowOverlap = c.allowOverlap
		s.stored, s.guardFails = c.stored, c.guardFails
		s.records.Guards = map[domain.ID]int64{"ada": 7}
		if c.onWrite != nil {
			s.onWrite = c.onWrite(s)
		}
		row := newRow()
		row.Owner = "ada"
		_, err := tracking.WriteRow(t.Context(), s, r, row, new(wire.Issues))
		if got := outcome(t, err); got != c.want || len(s.written) != c.tries {
			t.Errorf("%s: %q after %d tries, want %q after %d", c.name, got, len(s.written), c.want, c.tries)
		}
		for _, w := range s.written {
			if isGuarded := w.Guards["ada"] == 7; isGuarded == c.allowOverlap {
				t.Errorf("%s: guards %v", c.name, w.Guards)
			}
		}
	}
}

func TestCheckOverlapsOfABatch(t *testing.T) {
	t.Parallel()
	moved := span("x", -30, -20)
	rows := []tracking.Row{
		{Path: "items[0].", Owner: "ada", ID: "a", Body: edit(start(-30), stop(-20))},
		{Path: "items[1].", Owner: "ada", ID: "b", Body: edit(start(-21), stop(-10))},
		{Path: "items[2].", Owner: "ada", ID: "x", EntryChange: timelog.EntryChange{Before: &moved},
			Body: edit(start(-60), stop(-50))},
		{Path: "items[3].", Owner: "ada", ID: "c", Body: edit(start(-21), stop(-22))},
		{Path: "items[4].", Owner: "bob", ID: "d", Body: edit(start(-25), stop(-15))},
	}
	s, r, issues := newStore(), requestOf(people.RoleOwner), new(wire.Issues)
	s.stored = []timelog.Entry{moved}
	s.records.Entries = map[store.EntryKey]timelog.Entry{{User: "ada", ID: "x"}: moved}
	read, err := tracking.ReadBatch(t.Context(), s, r, issues, rows)
	if err != nil {
		t.Fatal(err)
	}
	_, err = read.Plan(t.Context(), s)
	if got := read.WriteCount(); got != 2+2+1 {
		t.Errorf("%d writes, want those of two rows, two guards, and the audit record of the row for another user", got)
	}
	want := "items[0].startedAt entry_overlap, items[1].startedAt entry_overlap, items[3].stoppedAt before_start"
	if got := outcome(t, err); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestPlanChecksLocks changes an entry that a submission holds, to a time that another
// entry has. A single row ends with the lock, and a batch reports the row.
func TestPlanChecksLocks(t *testing.T) {
	t.Parallel()
	lease := timesheets.RoundInProgress{Round: 2, LeaseUntil: at(1)}
	over := timesheets.RoundInProgress{Round: 2, LeaseUntil: at(-1)}
	for _, c := range []struct {
		name          string
		round         int
		inProgress    *timesheets.RoundInProgress
		path, problem string
	}{
		{"locked", 1, nil, "", "conflict " + string(timesheets.ErrLocked.Detail)},
		{"locked, in a batch", 1, nil, "items[0].", "items[0].id entry_locked"},
		{"being submitted", 2, &lease, "", "conflict " + string(timesheets.ErrSubmitting.Detail)},
		{"being submitted, in a batch", 2, &lease, "items[0].", "conflict " + string(timesheets.ErrSubmitting.Detail)},
		{"claimed by a round that was given up", 2, &over, "", "startedAt entry_overlap"},
	} {
		before := span("e", -20, -10)
		before.Stamp = &timelog.Stamp{SubmissionID: "s", Line: 1, Round: c.round}
		s := newStore()
		s.stored = []timelog.Entry{span("x", -30, -19)}
		s.records.Locks = timesheets.Locks{"s": {
			ID: "s", Version: 1, Round: 1, LastStartedRound: 2, RoundInProgress: c.inProgress,
			Lines: []timesheets.LineState{{Number: 1, Status: timesheets.LinePending, Rounds: []int{1}}},
		}}
		row := tracking.ChangeOf(before, edit(start(-25)))
		row.Path = c.path
		_, err := tracking.PlanRow(t.Context(), s, requestOf(people.RoleUser), row, new(wire.Issues))
		if got := outcome(t, err); got != c.problem {
			t.Errorf("%s: %s, want %s", c.name, got, c.problem)
		}
	}
}
