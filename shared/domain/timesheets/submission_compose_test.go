package timesheets_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
	"stint/shared/problem"
)

// entryOf is a finished entry of so many seconds on a project, at 3600 minor units an hour, so that each second adds
// one to the amount.
func entryOf(id, project domain.ID, seconds int) timelog.Entry {
	end := minute(0).Plus(time.Duration(seconds) * time.Second)
	rate := int64(3600)
	return timelog.Entry{ID: id, UserID: "u", ProjectID: project, StartedAt: minute(0), StoppedAt: &end, IsBillable: true,
		HourlyRate: &rate, Currency: "EUR", Version: 1}
}

func newSubmission() timesheets.Submission {
	return timesheets.Submission{ID: submissionOf("").ID, UserID: "u", Currency: "EUR"}
}

// formatLines are the lines of a round as "number project entries/seconds/amount
// status@rounds v<version>".
func formatLines(s timesheets.SubmissionRound) string {
	var out []string
	for i, l := range s.Lines {
		state := s.Submission.Lines[i]
		if state.Number != l.Number || state.ProjectID != l.ProjectID {
			return fmt.Sprintf("state %d of %s beside line %d of %s", state.Number, state.ProjectID, l.Number, l.ProjectID)
		}
		out = append(out, fmt.Sprintf("%d %s %d/%d/%d %s@%v v%d", l.Number, l.ProjectID, l.Entries, l.Seconds, l.Amount,
			state.Status[:1], state.Rounds, state.Version))
	}
	return strings.Join(out, ", ")
}

func formatClaims(s timesheets.SubmissionRound) (all []string) {
	for _, c := range s.Claims {
		all = append(all, fmt.Sprintf("%s:%d@%d", c.Entry.ID, c.Stamp.Line, c.Stamp.Round))
		if c.Stamp.SubmissionID != s.Submission.ID {
			all = append(all, "of another submission")
		}
	}
	return all
}

func TestComposeGroups(t *testing.T) {
	t.Parallel()
	base := entryOf("1", "p", 100)
	task, free, dollars, none := base, base, base, base
	task.TaskID, free.IsBillable, dollars.Currency, none.ProjectID = "t", false, "USD", ""
	running := base
	running.StoppedAt = nil
	got, err := newSubmission().Compose([]timelog.Entry{base, task, base, running, free, dollars, none, free})
	if err != nil {
		t.Fatal(err)
	}
	want := "1 p 2/200/200 p@[1] v1, 2 p 1/100/100 p@[1] v1, 3 p 2/200/0 p@[1] v1, 4 p 1/100/100 p@[1] v1, 5  " +
		"1/100/100 p@[1] v1"
	if formatLines(got) != want {
		t.Errorf("lines\n%s\nwant\n%s", formatLines(got), want)
	}
	if l := got.Lines; l[1].TaskID != "t" || l[2].IsBillable || !l[0].IsBillable || l[3].Currency != "USD" ||
		l[0].Currency != "EUR" {
		t.Errorf("lines %+v", l)
	}
	if want := []string{"1:1@1", "1:2@1", "1:1@1", "1:3@1", "1:4@1", "1:5@1", "1:3@1"}; !slices.Equal(formatClaims(got),
		want) {
		t.Errorf("claims %v, want %v", formatClaims(got), want)
	}
	s := got.Submission
	if s.Seconds != 700 || s.Amount != 400 || s.NextLineNumber != 6 || s.Round != 1 || s.LastStartedRound != 1 ||
		s.Version != 0 {
		t.Errorf("submission %+v; the line in dollars must not count in its amount", s)
	}
}

// Seconds are rounded per entry, and amounts are made from the rounded seconds
// of each entry.
func TestComposeRoundsEachEntry(t *testing.T) {
	t.Parallel()
	for mode, want := range map[domain.RoundingMode]string{
		domain.RoundNone:    "1 p 3/1340/1340 p@[1] v1",
		domain.RoundUp:      "1 p 3/2700/2700 p@[1] v1",
		domain.RoundDown:    "1 p 3/0/0 p@[1] v1",
		domain.RoundNearest: "1 p 3/900/900 p@[1] v1",
	} {
		s := newSubmission()
		s.Rounding = domain.Rounding{Mode: mode, Minutes: 15}
		got, err := s.Compose([]timelog.Entry{entryOf("1", "p", 441), entryOf("2", "p", 449), entryOf("3", "p", 450)})
		if err != nil || formatLines(got) != want {
			t.Errorf("%s: %s, %v; want %s", mode, formatLines(got), err, want)
		}
	}
	rate, s := int64(1), newSubmission()
	half := entryOf("1", "p", 1800)
	half.HourlyRate = &rate
	if got, _ := s.Compose([]timelog.Entry{half, half, half}); got.Lines[0].Amount != 3 {
		t.Errorf("three halves rounded up each are 3, not %d", got.Lines[0].Amount)
	}
}

func TestComposeWithoutEntries(t *testing.T) {
	t.Parallel()
	running := entryOf("1", "p", 1)
	running.StoppedAt = nil
	for _, free := range [][]timelog.Entry{nil, {running}} {
		if got, err := newSubmission().Compose(free); !problem.Is(err, problem.CodeConflict) || len(got.Claims) > 0 {
			t.Errorf("%v with %d claims, want a conflict", err, len(got.Claims))
		}
	}
	if got, err := newSubmission().Compose([]timelog.Entry{entryOf("1", "p", 0)}); err != nil ||
		formatLines(got) != "1 p 1/0/0 p@[1] v1" {
		t.Errorf("an entry without length is an entry: %s, %v", formatLines(got), err)
	}
}

func makeEntries(n, projects int) []timelog.Entry {
	all := make([]timelog.Entry, n)
	for i := range all {
		all[i] = entryOf(domain.ID(fmt.Sprint(i)), domain.ID(fmt.Sprint("p", i%projects)), 60)
	}
	return all
}

func TestComposeLimits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		entries, projects int
		ok                bool
	}{{10_000, 500, true}, {10_001, 500, false}, {501, 501, false}, {500, 500, true}, {10_001, 1, false}} {
		got, err := newSubmission().Compose(makeEntries(c.entries, c.projects))
		if c.ok && (err != nil || len(got.Claims) != c.entries || len(got.Lines) != c.projects) {
			t.Errorf("%d entries on %d projects: %d claims, %d lines, %v", c.entries, c.projects, len(got.Claims),
				len(got.Lines), err)
		}
		if !c.ok && !errors.Is(err, timesheets.ErrSubmissionTooLarge) {
			t.Errorf("%d entries on %d projects: %v, want too large", c.entries, c.projects, err)
		}
	}
}

// The limits hold for what is in the submission altogether, after a
// resubmission too.
func TestRecomposeLimits(t *testing.T) {
	t.Parallel()
	first, err := newSubmission().Compose(makeEntries(9_999, 500))
	if err != nil {
		t.Fatal(err)
	}
	s := first.Submission
	s.Version = 1
	for i := range s.Lines {
		s.Lines[i].Status = timesheets.LineApproved
	}
	s.Lines[0].Status = timesheets.LineRejected
	freed := first.Lines[0].Entries
	back := makeEntries(freed, 1)
	if got, err := s.Recompose(first.Lines, append(back, entryOf("x", "p7", 1))); err != nil ||
		got.Lines[7].Entries != first.Lines[7].Entries+1 {
		t.Errorf("10,000 in all: %v", err)
	}
	if _, err := s.Recompose(first.Lines, append(back, entryOf("x", "p7", 1), entryOf("y", "p7", 1))); !errors.Is(err,
		timesheets.ErrSubmissionTooLarge) {
		t.Errorf("10,001 in all: %v, want too large", err)
	}
	if _, err := s.Recompose(first.Lines, append(back[1:], entryOf("x", "new", 1))); !errors.Is(err,
		timesheets.ErrSubmissionTooLarge) {
		t.Errorf("501 lines in all: %v, want too large", err)
	}
	if got, err := s.Recompose(first.Lines, []timelog.Entry{entryOf("x", "new", 1)}); err != nil || len(got.Lines) != 500 {
		t.Errorf("a line gone for a new one: %d lines, %v", len(got.Lines), err)
	}
}

// linesOf are the lines of a submission made by submissionOf, of 10 seconds each.
func linesOf(s timesheets.Submission) (all []timesheets.Line) {
	for _, l := range s.Lines {
		all = append(all, timesheets.Line{Number: l.Number, ProjectID: l.ProjectID, IsBillable: true, Currency: "EUR",
			Entries: 1, Seconds: 10, Amount: 10})
	}
	return all
}

func TestRecompose(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		what, lines string
		free        []timelog.Entry
		want        string
		claims      []string
	}{
		{"as it was", "pr", []timelog.Entry{entryOf("e", "p2", 10)}, "1 p1 1/10/10 p@[1] v1, 2 p2 1/10/10 p@[2] v3",
			[]string{"e:2@2"}},
		{"longer", "rr", []timelog.Entry{entryOf("e", "p2", 30), entryOf("f", "p1", 5)},
			"1 p1 1/5/5 p@[2] v3, 2 p2 1/30/30 p@[2] v3", []string{"e:2@2", "f:1@2"}},
		{"moved to a pending line", "pr", []timelog.Entry{entryOf("e", "p1", 10)}, "1 p1 2/20/20 p@[1 2] v2",
			[]string{"e:1@2"}},
		{"moved to an approved line", "ar", []timelog.Entry{entryOf("e", "p1", 10)}, "1 p1 2/20/20 p@[1 2] v3",
			[]string{"e:1@2"}},
		{"moved to a new line", "ar", []timelog.Entry{entryOf("e", "p9", 10)}, "1 p1 1/10/10 a@[1] v2, 3 p9 1/10/10 p@[2] v1",
			[]string{"e:3@2"}},
		{"deleted", "ar", nil, "1 p1 1/10/10 a@[1] v2", nil},
		{"deleted, something new", "par", []timelog.Entry{entryOf("e", "p2", 1)},
			"1 p1 1/10/10 p@[1] v1, 2 p2 2/11/11 p@[1 2] v3", []string{"e:2@2"}},
		{"several for one line", "pr", []timelog.Entry{entryOf("e", "p2", 1), entryOf("f", "p2", 2)},
			"1 p1 1/10/10 p@[1] v1, 2 p2 2/3/3 p@[2] v3", []string{"e:2@2", "f:2@2"}},
	} {
		s := submissionOf(c.lines)
		before := linesOf(s)
		got, err := s.Recompose(before, c.free)
		if err != nil {
			t.Errorf("%s: %v", c.what, err)
			continue
		}
		if formatLines(got) != c.want {
			t.Errorf("%s: lines\n%s\nwant\n%s", c.what, formatLines(got), c.want)
		}
		if !slices.Equal(formatClaims(got), c.claims) {
			t.Errorf("%s: claims %v, want %v", c.what, formatClaims(got), c.claims)
		}
		var seconds int64
		for i, l := range got.Lines {
			seconds += l.Seconds
			if state := got.Submission.Lines[i]; (state.Status == timesheets.LinePending) != (state.DecisionVersion == 0) {
				t.Errorf("%s: line %d is %s, decided by event %d", c.what, l.Number, state.Status, state.DecisionVersion)
			}
		}
		if got.Submission.Seconds != seconds || got.Submission.Round != 2 || got.Submission.LastStartedRound != 2 {
			t.Errorf("%s: %+v", c.what, got.Submission)
		}
		if letters(s) != c.lines || before[len(before)-1].Entries != 1 ||
			!slices.Equal(s.Lines[len(s.Lines)-1].Rounds, []int{1}) {
			t.Errorf("%s: what it was made from was changed", c.what)
		}
	}
}

func TestRecomposeRefused(t *testing.T) {
	t.Parallel()
	withdrawn := submissionOf("r")
	withdrawn.Withdrawn = true
	for what, s := range map[string]timesheets.Submission{
		"nothing rejected": submissionOf("pa"), "approved": submissionOf("aa"), "withdrawn": withdrawn,
		"nothing left": submissionOf("rr"),
	} {
		var free []timelog.Entry
		if what != "nothing left" {
			free = makeEntries(1, 1)
		}
		if _, err := s.Recompose(linesOf(s), free); !problem.Is(err, problem.CodeConflict) {
			t.Errorf("%s: %v, want a conflict", what, err)
		}
	}
}

// A round's number is never used twice, also when the round before was abandoned.
func TestRecomposeAfterAbandonedRounds(t *testing.T) {
	t.Parallel()
	s := submissionOf("pr")
	s.LastStartedRound = 4
	got, err := s.Recompose(linesOf(s), []timelog.Entry{entryOf("e", "p1", 1)})
	if err != nil || got.Submission.Round != 5 || got.Submission.LastStartedRound != 5 || got.Claims[0].Stamp.Round != 5 {
		t.Errorf("%+v, %v; want round 5", got.Submission, err)
	}
}

func TestLineNumbersRunOut(t *testing.T) {
	t.Parallel()
	s := submissionOf("pr")
	s.NextLineNumber = timesheets.MaxLineNumber
	got, err := s.Recompose(linesOf(s), []timelog.Entry{entryOf("e", "new", 1)})
	if err != nil || got.Lines[1].Number != timesheets.MaxLineNumber {
		t.Errorf("the last number: %v", err)
	}
	if _, err := s.Recompose(linesOf(s), []timelog.Entry{entryOf("e", "new", 1), entryOf("f", "newer", 1)}); !problem.Is(
		err, problem.CodeConflict) {
		t.Errorf("beyond the last number: %v, want a conflict", err)
	}
}

func TestSubmitEvents(t *testing.T) {
	t.Parallel()
	was := newSubmission()
	round, err := was.Compose(makeEntries(1, 1))
	if err != nil {
		t.Fatal(err)
	}
	round.Submission.RoundInProgress = &timesheets.RoundInProgress{Round: 1}
	s, e := round.Submit(was, actor, minute(3))
	if s.Version != 1 || s.RoundInProgress != nil || e.Type != timesheets.EventSubmitted || e.Version != 1 ||
		e.FromStatus != "" || e.ToStatus != timesheets.Submitted {
		t.Errorf("submitted: %+v\n%+v", s, e)
	}
	if e.ID == "" || e.Actor != actor || e.At != minute(3) || e.LineID != "" || e.Reason != nil {
		t.Errorf("event %+v", e)
	}
	s.Lines[0].Status = timesheets.LineRejected
	again, err := s.Recompose(round.Lines, makeEntries(2, 1))
	if err != nil {
		t.Fatal(err)
	}
	next, e := again.Submit(s, actor, minute(4))
	if next.Version != 2 || e.Type != timesheets.EventResubmitted || e.Version != 2 ||
		e.FromStatus != timesheets.Rejected || e.ToStatus != timesheets.Submitted {
		t.Errorf("resubmitted: %+v\n%+v", next, e)
	}
}

var actor = timesheets.Actor{ID: "u", Name: "Ada", Kind: timesheets.ActorUser}
