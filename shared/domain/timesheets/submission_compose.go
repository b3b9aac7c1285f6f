package timesheets

import (
	"fmt"
	"slices"
	"strings"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/problem"
)

// Line contains the sums of one line of a submission in one round. It never
// changes.
type Line struct {
	Number     int             `db:"n"`
	ProjectID  domain.ID       `db:"p,omitempty"`
	TaskID     domain.ID       `db:"t,omitempty"`
	IsBillable bool            `db:"b,omitempty"`
	Currency   domain.Currency `db:"cur"`
	Entries    int             `db:"c"`
	Seconds    int64           `db:"secs"`   // rounded per entry
	Amount     int64           `db:"amount"` // minor units; computed per entry from rounded seconds
}

// lineKey identifies a line: entries with the same key are on the same line.
type lineKey struct {
	project, task domain.ID
	billable      bool
	currency      domain.Currency
}

func (l Line) key() lineKey { return lineKey{l.ProjectID, l.TaskID, l.IsBillable, l.Currency} }

func lineKeyOf(e timelog.Entry) lineKey {
	return lineKey{e.ProjectID, e.TaskID, e.IsBillable, e.Currency}
}

// withEntry is the line with one more entry.
func (l Line) withEntry(e timelog.Entry, r domain.Rounding) Line {
	seconds := r.Apply(e.Seconds(e.UpdatedAt))
	l.Entries++
	l.Seconds += seconds
	l.Amount += e.AmountFor(seconds)
	return l
}

// SubmissionRound is a round that is to be written: the lines and the entries that
// they claim.
type SubmissionRound struct {
	Submission Submission // as it will be; the version is still the old one
	Lines      []Line
	Claims     []Claim
}

// Claim is an entry as it was read and the stamp that it will get.
type Claim struct {
	Entry timelog.Entry
	Stamp timelog.Stamp
}

// The conflicts of composing a round.
var (
	errNothingToSubmit = problem.Conflict(problem.NothingToSubmit,
		"There is nothing to submit: the period has no finished entry that is not submitted yet.")
	errNothingToResubmit = problem.Conflict(problem.NothingToSubmit,
		"There is nothing to resubmit. Withdraw the submission instead.")
	errNotRejected       = problem.Conflict(problem.SubmissionState, "The submission has no rejected line.")
	errLineNumbersUsedUp = problem.Conflict(problem.LimitReached,
		"The submission was resubmitted too often. Withdraw it and submit again.")
)

// ErrSubmissionTooLarge refuses a period with too many entries or lines.
var ErrSubmissionTooLarge = problem.InvalidField("periodEnd", problem.RangeTooLong)

// ErrPeriodTooLarge refuses a period with more entries than are read at once, whether they are free or not.
var ErrPeriodTooLarge = problem.InvalidField("periodEnd", problem.TooMuchTime)

// Compose makes the lines of a new submission from the free entries of its
// period: one line per project, task, billable flag and currency. It ignores
// running timers. Errors: conflict if no entry is left; validation range_too_long
// for too many entries or lines.
func (s Submission) Compose(free []timelog.Entry) (SubmissionRound, error) {
	round, err := s.compose(nil, free)
	if err == nil && len(round.Lines) == 0 {
		err = errNothingToSubmit
	}
	return round, err
}

// Recompose makes the lines of the next round; lines are those of the round
// before. It empties the rejected lines and adds the free entries of the period,
// which include theirs, to the lines of their keys. A line that gets entries
// becomes pending: a rejected line has only the new entries, an approved line has
// its old ones too. Rejected lines that get no entries are removed. Errors:
// conflict unless a line is rejected, and if no line is left; validation as in
// Compose.
func (s Submission) Recompose(lines []Line, free []timelog.Entry) (SubmissionRound, error) {
	if err := s.CheckRejected(); err != nil {
		return SubmissionRound{}, err
	}
	round, err := s.compose(lines, free)
	if err == nil && len(round.Lines) == 0 {
		err = errNothingToResubmit
	}
	return round, err
}

// CheckRejected checks that the submission has a rejected line, so that there is something to submit again. Errors:
// conflict.
func (s Submission) CheckRejected() error {
	if s.Withdrawn || s.CountLines(LineRejected) == 0 {
		return errNotRejected
	}
	return nil
}

func (s Submission) compose(before []Line, free []timelog.Entry) (SubmissionRound, error) {
	c := roundBuilder{SubmissionRound: SubmissionRound{Submission: s}, lineIndex: map[lineKey]int{}}
	c.Submission.LastStartedRound = s.LastStartedRound + 1
	c.Submission.Round = c.Submission.LastStartedRound
	c.keepLines(before)
	for _, e := range free {
		if !e.Running() {
			c.addEntry(e)
		}
	}
	c.dropEmptyLines()
	switch {
	case len(c.Lines) > MaxSubmissionLines, c.countEntries() > MaxSubmissionEntries:
		return SubmissionRound{}, ErrSubmissionTooLarge
	case c.Submission.NextLineNumber > MaxLineNumber+1:
		return SubmissionRound{}, errLineNumbersUsedUp
	}
	c.sumLines()
	return c.SubmissionRound, nil
}

// roundBuilder is a round with the index of the line of every key.
type roundBuilder struct {
	SubmissionRound
	lineIndex map[lineKey]int
}

// keepLines adds the lines of the round before and empties the rejected ones.
func (c *roundBuilder) keepLines(before []Line) {
	c.Lines = slices.Clone(before)
	c.Submission.Lines = slices.Clone(c.Submission.Lines)
	for i, l := range c.Lines {
		c.lineIndex[l.key()] = i
		if c.Submission.Lines[i].Status == LineRejected {
			c.Lines[i].Entries, c.Lines[i].Seconds, c.Lines[i].Amount = 0, 0, 0
			c.Submission.Lines[i].Rounds = nil
		}
	}
}

// addEntry claims an entry for the line of its key.
func (c *roundBuilder) addEntry(e timelog.Entry) {
	i, ok := c.lineIndex[lineKeyOf(e)]
	if !ok {
		i = c.addLine(e)
	}
	state := &c.Submission.Lines[i]
	if round := c.Submission.Round; !slices.Contains(state.Rounds, round) {
		state.Rounds = append(slices.Clone(state.Rounds), round)
		state.Status, state.DecisionVersion = LinePending, 0
		state.Version++
	}
	c.Lines[i] = c.Lines[i].withEntry(e, c.Submission.Rounding)
	c.Claims = append(c.Claims, Claim{
		Entry: e, Stamp: timelog.Stamp{SubmissionID: c.Submission.ID, Line: state.Number, Round: c.Submission.Round},
	})
}

// addLine adds an empty line for the key of an entry and returns its index.
func (c *roundBuilder) addLine(e timelog.Entry) int {
	n := max(1, c.Submission.NextLineNumber)
	c.Submission.NextLineNumber = n + 1
	c.Lines = append(c.Lines, Line{
		Number: n, ProjectID: e.ProjectID, TaskID: e.TaskID, IsBillable: e.IsBillable, Currency: e.Currency,
	})
	c.Submission.Lines = append(c.Submission.Lines, LineState{Number: n, ProjectID: e.ProjectID, Status: LinePending})
	c.lineIndex[lineKeyOf(e)] = len(c.Lines) - 1
	return len(c.Lines) - 1
}

// dropEmptyLines removes the lines without entries.
func (c *roundBuilder) dropEmptyLines() {
	gone := map[int]bool{}
	for _, l := range c.Lines {
		gone[l.Number] = l.Entries == 0
	}
	c.Lines = slices.DeleteFunc(c.Lines, func(l Line) bool { return gone[l.Number] })
	c.Submission.Lines = slices.DeleteFunc(c.Submission.Lines, func(l LineState) bool { return gone[l.Number] })
}

func (c *roundBuilder) countEntries() (n int) {
	for _, l := range c.Lines {
		n += l.Entries
	}
	return n
}

// sumLines sets the sums of the submission.
func (c *roundBuilder) sumLines() {
	c.Submission.Seconds, c.Submission.Amount = 0, 0
	for _, l := range c.Lines {
		c.Submission.Seconds += l.Seconds
		if l.Currency == c.Submission.Currency {
			c.Submission.Amount += l.Amount
		}
	}
}

// Submit is the submission after the round is written, with the event of it.
func (r SubmissionRound) Submit(was Submission, by Actor, now domain.Instant) (Submission, *SubmissionEvent) {
	e := SubmissionEvent{Type: EventSubmitted, At: now, Actor: by}
	if was.Visible() {
		e.Type = EventResubmitted
	}
	return r.Submission.record(was, e)
}

// Digest is a digest of what a round submits: its lines with their sums, and the entries that it claims with their
// versions. Two rounds with one digest submit the same.
func (r SubmissionRound) Digest() string {
	var content strings.Builder
	for i, l := range r.Lines {
		fmt.Fprintf(&content, "%+v %s\n", l, r.Submission.Lines[i].Status)
	}
	claims := make([]string, len(r.Claims))
	for i, c := range r.Claims {
		claims[i] = fmt.Sprintln(c.Entry.ID, c.Entry.Version, c.Stamp.Line)
	}
	slices.Sort(claims)
	return domain.Digest(content.String() + strings.Join(claims, ""))
}
