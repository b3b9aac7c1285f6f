package domain

import (
	"slices"

	"stint/shared/problem"
)

// Line is what a line of a submission comes to, as it was when its round was
// made. It never changes.
type Line struct {
	Number     int      `db:"n"`
	ProjectID  ID       `db:"p,omitempty"`
	TaskID     ID       `db:"t,omitempty"`
	IsBillable bool     `db:"b,omitempty"`
	Currency   Currency `db:"cur"`
	Entries    int      `db:"c"`
	Seconds    int64    `db:"secs"`   // rounded per entry
	Amount     int64    `db:"amount"` // minor units; made from rounded seconds, per entry
}

// lineKey is what the entries of a line have in common.
type lineKey struct {
	project, task ID
	billable      bool
	currency      Currency
}

func (l Line) key() lineKey { return lineKey{l.ProjectID, l.TaskID, l.IsBillable, l.Currency} }

func (e Entry) lineKey() lineKey { return lineKey{e.ProjectID, e.TaskID, e.IsBillable, e.Currency} }

// withEntry is the line with an entry more.
func (l Line) withEntry(e Entry, r Rounding) Line {
	seconds := r.Apply(e.Seconds(e.UpdatedAt))
	l.Entries++
	l.Seconds += seconds
	l.Amount += e.AmountFor(seconds)
	return l
}

// SubmissionRound is a round of a submission in the making: its lines, and the entries to
// be claimed for them.
type SubmissionRound struct {
	Submission Submission // as it is to be, but for its version
	Lines      []Line
	Claims     []Claim
}

// Claim is an entry as it was read and the stamp that is to be laid on it.
type Claim struct {
	Entry Entry
	Stamp Stamp
}

// The conflicts of making a round.
var (
	errNothingToSubmit   = problem.Conflict("There is nothing to submit: no finished entry of the period is free.")
	errNothingToResubmit = problem.Conflict("Nothing is left to resubmit: withdraw the submission instead.")
	errNotRejected       = problem.Conflict("Nothing of the submission was rejected.")
	errLineNumbersUsedUp = problem.Conflict("The submission was resubmitted too often. Withdraw it and submit anew.")
)

// ErrSubmissionTooLarge refuses a period with too much in it.
var ErrSubmissionTooLarge = problem.InvalidField("periodEnd", problem.RangeTooLong)

// Compose makes the lines of a new submission from the free entries of its
// period, one per project, task, billable flag and currency. Running timers are
// passed over. Errors: conflict when there is nothing, validation
// range_too_long for too many entries or lines.
func (s Submission) Compose(free []Entry) (SubmissionRound, error) {
	round, err := s.compose(nil, free)
	if err == nil && len(round.Lines) == 0 {
		err = errNothingToSubmit
	}
	return round, err
}

// Recompose dissolves the rejected lines and groups the free entries of the
// period, theirs among them, into pending lines. A key that has a line already
// keeps its number: a rejected line begins anew, and an approved one is pending
// again with its entries and the new ones. A rejected line without entries
// goes. The lines are those of the round before. Errors: conflict unless
// something is rejected and when no line is left, validation as Compose.
func (s Submission) Recompose(lines []Line, free []Entry) (SubmissionRound, error) {
	if s.Withdrawn || s.CountLines(LineRejected) == 0 {
		return SubmissionRound{}, errNotRejected
	}
	round, err := s.compose(lines, free)
	if err == nil && len(round.Lines) == 0 {
		err = errNothingToResubmit
	}
	return round, err
}

func (s Submission) compose(before []Line, free []Entry) (SubmissionRound, error) {
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

// roundBuilder is a sheet with the place of every key in it.
type roundBuilder struct {
	SubmissionRound
	lineIndex map[lineKey]int
}

// keepLines takes the lines over that there are; rejected ones are emptied.
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
func (c *roundBuilder) addEntry(e Entry) {
	i, ok := c.lineIndex[e.lineKey()]
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
		Entry: e, Stamp: Stamp{SubmissionID: c.Submission.ID, Line: state.Number, Round: c.Submission.Round},
	})
}

// addLine begins a new line.
func (c *roundBuilder) addLine(e Entry) int {
	n := max(1, c.Submission.NextLineNumber)
	c.Submission.NextLineNumber = n + 1
	c.Lines = append(c.Lines, Line{
		Number: n, ProjectID: e.ProjectID, TaskID: e.TaskID, IsBillable: e.IsBillable, Currency: e.Currency,
	})
	c.Submission.Lines = append(c.Submission.Lines, LineState{Number: n, ProjectID: e.ProjectID, Status: LinePending})
	c.lineIndex[e.lineKey()] = len(c.Lines) - 1
	return len(c.Lines) - 1
}

// dropEmptyLines lets lines without entries go.
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

// sumLines sums the lines up.
func (c *roundBuilder) sumLines() {
	c.Submission.Seconds, c.Submission.Amount = 0, 0
	for _, l := range c.Lines {
		c.Submission.Seconds += l.Seconds
		if l.Currency == c.Submission.Currency {
			c.Submission.Amount += l.Amount
		}
	}
}

// Submit is the sheet's submission as it is once the sheet is written, with the
// event that tells of it.
func (r SubmissionRound) Submit(was Submission, by Actor, now Instant) (Submission, *SubmissionEvent) {
	e := SubmissionEvent{Type: EventSubmitted, At: now, Actor: by}
	if was.Visible() {
		e.Type = EventResubmitted
	}
	return r.Submission.record(was, e)
}
