package timesheets_test

import (
	"strings"
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
)

// A submission for tests is written as the letters of its lines: p pending,
// a approved, r rejected.
func submissionOf(letters string) timesheets.Submission {
	s := timesheets.Submission{
		ID: "0197f5a0-0000-7000-8000-aaaaaaaa0000", UserID: "u", PeriodStart: "2026-06-08", PeriodEnd: "2026-06-14",
		Currency: "EUR", Round: 1, LastStartedRound: 1, Version: 1, NextLineNumber: len(letters) + 1,
	}
	for i, letter := range letters {
		l := timesheets.LineState{Number: i + 1, ProjectID: projectOf(i + 1), Status: statuses[letter], Rounds: []int{1},
			Version: 1}
		if letter != 'p' {
			l.DecisionVersion, l.Version = 1, 2
		}
		s.Lines = append(s.Lines, l)
	}
	return s
}

var statuses = map[rune]timesheets.LineStatus{'p': timesheets.LinePending, 'a': timesheets.LineApproved,
	'r': timesheets.LineRejected}

// projectOf is the project of the n-th line: every one has another.
func projectOf(n int) domain.ID { return domain.ID("p" + string(rune('0'+n))) }

func letters(s timesheets.Submission) string {
	var b strings.Builder
	for _, l := range s.Lines {
		b.WriteString(string(l.Status[:1]))
	}
	return b.String()
}

func TestSubmissionStatus(t *testing.T) {
	t.Parallel()
	for lines, want := range map[string]timesheets.SubmissionStatus{
		"p": timesheets.Submitted, "a": timesheets.Approved, "r": timesheets.Rejected,
		"pa": timesheets.Submitted, "ap": timesheets.Submitted, "pp": timesheets.Submitted, "aa": timesheets.Approved,
		"rr": timesheets.Rejected, "pr": timesheets.PartiallyRejected, "ra": timesheets.PartiallyRejected,
		"par": timesheets.PartiallyRejected, "rrp": timesheets.PartiallyRejected,
	} {
		s := submissionOf(lines)
		if got := s.Status(); got != want {
			t.Errorf("%s: %s, want %s", lines, got, want)
		}
		open := want != timesheets.Approved
		if s.IsOpen() != open {
			t.Errorf("%s: open %t, want %t", lines, s.IsOpen(), open)
		}
		s.Withdrawn = true
		if s.Status() != timesheets.Withdrawn || s.IsOpen() {
			t.Errorf("%s, withdrawn: %s, open %t", lines, s.Status(), s.IsOpen())
		}
	}
}

func TestUnfinishedSubmissionIsNotOpen(t *testing.T) {
	t.Parallel()
	s := submissionOf("p")
	s.Version = 0
	if s.Visible() || s.IsOpen() {
		t.Error("a submission that was never made whole is seen")
	}
}

func TestIntersectsPeriod(t *testing.T) {
	t.Parallel()
	s := submissionOf("p") // 8 to 14 June
	for _, c := range []struct {
		first, last domain.Date
		want        bool
	}{
		{"2026-06-08", "2026-06-14", true}, {"2026-06-14", "2026-06-20", true}, {"2026-06-01", "2026-06-08", true},
		{"2026-06-10", "2026-06-10", true}, {"2026-06-01", "2026-06-30", true},
		{"2026-06-01", "2026-06-07", false}, {"2026-06-15", "2026-06-15", false},
	} {
		if got := s.IntersectsPeriod(c.first, c.last); got != c.want {
			t.Errorf("%s to %s: %t, want %t", c.first, c.last, got, c.want)
		}
	}
}

// A stamp holds exactly while its line is pending or approved, and in the
// rounds that the line is made from.
func TestLocksStamp(t *testing.T) {
	t.Parallel()
	s := submissionOf("par")
	s.Lines[1].Rounds = []int{1, 3}
	stamp := func(line, round int) timelog.Stamp {
		return timelog.Stamp{SubmissionID: s.ID, Line: line, Round: round}
	}
	for _, c := range []struct {
		what  string
		stamp timelog.Stamp
		want  bool
	}{
		{"pending", stamp(1, 1), true}, {"approved", stamp(2, 1), true}, {"approved, of a later round", stamp(2, 3), true},
		{"rejected", stamp(3, 1), false}, {"of an abandoned round", stamp(2, 2), false},
		{"of a round to come", stamp(1, 2), false},
		{"of a line that went", stamp(4, 1), false}, {"of another submission",
			timelog.Stamp{SubmissionID: "other", Line: 1, Round: 1}, false},
	} {
		if got := s.LocksStamp(c.stamp); got != c.want {
			t.Errorf("%s: %t, want %t", c.what, got, c.want)
		}
		withdrawn, unmade := s, s
		withdrawn.Withdrawn, unmade.Version = true, 0
		if withdrawn.LocksStamp(c.stamp) || unmade.LocksStamp(c.stamp) {
			t.Errorf("%s: held by a withdrawn submission or by one in the making", c.what)
		}
	}
}

func TestLineIDs(t *testing.T) {
	t.Parallel()
	s := timesheets.Submission{ID: timesheets.NewSubmissionID()}
	if !strings.HasSuffix(string(s.ID), "0000") || s.ID.ParseText(string(s.ID)) != "" {
		t.Fatalf("%s is no id with room for lines", s.ID)
	}
	for _, n := range []int{1, 9, 10, 255, 4096, timesheets.MaxLineNumber} {
		id := s.LineID(n)
		if code := id.ParseText(string(id)); code != "" {
			t.Errorf("line %d: %s is no UUID: %s", n, id, code)
		}
		if submission, line := timesheets.ParseLineID(id); submission != s.ID || line != n {
			t.Errorf("line %d: %s leads to %s, %d", n, id, submission, line)
		}
	}
	if submission, line := timesheets.ParseLineID(s.ID); submission != s.ID || line != 0 {
		t.Errorf("the submission's own id leads to line %d", line)
	}
}

func TestLocks(t *testing.T) {
	t.Parallel()
	now := minute(0)
	whole, making := submissionOf("pr"), submissionOf("")
	making.ID, making.Version = "making", 0
	making.RoundInProgress = &timesheets.RoundInProgress{Round: 1, LeaseUntil: now.Plus(time.Minute)}
	whole.RoundInProgress = &timesheets.RoundInProgress{Round: 2, LeaseUntil: now}
	locks := timesheets.Locks{whole.ID: whole, making.ID: making}
	for _, c := range []struct {
		what           string
		stamp          *timelog.Stamp
		by, claimed    domain.ID
		taken, tooLate bool // at the end of the longer lease
	}{
		{what: "never submitted"},
		{what: "locked", stamp: &timelog.Stamp{SubmissionID: whole.ID, Line: 1, Round: 1}, by: whole.ID, taken: true,
			tooLate: true},
		{what: "of a rejected line", stamp: &timelog.Stamp{SubmissionID: whole.ID, Line: 2, Round: 1}},
		{what: "claimed by who has had their time", stamp: &timelog.Stamp{SubmissionID: whole.ID, Line: 2, Round: 2},
			claimed: whole.ID},
		{what: "claimed", stamp: &timelog.Stamp{SubmissionID: making.ID, Line: 1, Round: 1}, claimed: making.ID, taken: true},
		{what: "claimed in a round that was given up", stamp: &timelog.Stamp{SubmissionID: whole.ID, Line: 2, Round: 3}},
		{what: "of a submission that is gone", stamp: &timelog.Stamp{SubmissionID: "gone", Line: 1, Round: 1}},
	} {
		e := timelog.Entry{Stamp: c.stamp}
		if got := locks.LockedBy(e); got != c.by {
			t.Errorf("%s: locked by %q, want %q", c.what, got, c.by)
		}
		claimer, claimed := locks.ClaimedBy(e)
		if claimed != (c.claimed != "") || claimed && claimer.ID != c.claimed {
			t.Errorf("%s: claimed %t by %s, want %q", c.what, claimed, claimer.ID, c.claimed)
		}
		if got := locks.IsBlocked(e, now); got != c.taken {
			t.Errorf("%s: taken %t, want %t", c.what, got, c.taken)
		}
		if got := locks.IsBlocked(e, now.Plus(time.Minute)); got != c.tooLate {
			t.Errorf("%s: taken %t at the end of the lease, want %t", c.what, got, c.tooLate)
		}
	}
}

func TestStampedSubmissionIDs(t *testing.T) {
	t.Parallel()
	of := func(id domain.ID) timelog.Entry { return timelog.Entry{Stamp: &timelog.Stamp{SubmissionID: id}} }
	got := timesheets.StampedSubmissionIDs(of("b"), timelog.Entry{}, of("a"), of("b"))
	if len(got) != 2 || got[0] != "b" || got[1] != "a" {
		t.Errorf("%v, want b and a", got)
	}
}
