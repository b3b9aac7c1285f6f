package domain

import (
	"slices"

	"stint/shared/problem"
)

// Line is what a line of a submission comes to, as it was when its round was
// made. It never changes.
type Line struct {
	N          int      `db:"n"`
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

// with is the line with an entry more.
func (l Line) with(e Entry, r Rounding) Line {
	seconds := r.Apply(e.Seconds(e.UpdatedAt))
	l.Entries++
	l.Seconds += seconds
	l.Amount += e.Worth(seconds)
	return l
}

// Sheet is a round of a submission in the making: its lines, and the entries to
// be claimed for them.
type Sheet struct {
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
	errNothing      = problem.Clash("There is nothing to submit: no finished entry of the period is free.")
	errNothingLeft  = problem.Clash("Nothing is left to resubmit: withdraw the submission instead.")
	errNotRejected  = problem.Clash("Nothing of the submission was rejected.")
	errNumbersSpent = problem.Clash("The submission was resubmitted too often. Withdraw it and submit anew.")
)

// ErrSheetTooLarge refuses a period with too much in it.
var ErrSheetTooLarge = problem.InvalidField("periodEnd", problem.RangeTooLong)

// Compose makes the lines of a new submission from the free entries of its
// period, one per project, task, billable flag and currency. Running timers are
// passed over. Errors: conflict when there is nothing, validation
// range_too_long for too many entries or lines.
func (s Submission) Compose(free []Entry) (Sheet, error) {
	sheet, err := s.compose(nil, free)
	if err == nil && len(sheet.Lines) == 0 {
		err = errNothing
	}
	return sheet, err
}

// Recompose dissolves the rejected lines and groups the free entries of the
// period, theirs among them, into pending lines. A key that has a line already
// keeps its number: a rejected line begins anew, and an approved one is pending
// again with its entries and the new ones. A rejected line without entries
// goes. The lines are those of the round before. Errors: conflict unless
// something is rejected and when no line is left, validation as Compose.
func (s Submission) Recompose(lines []Line, free []Entry) (Sheet, error) {
	if s.Withdrawn || s.Count(LineRejected) == 0 {
		return Sheet{}, errNotRejected
	}
	sheet, err := s.compose(lines, free)
	if err == nil && len(sheet.Lines) == 0 {
		err = errNothingLeft
	}
	return sheet, err
}

func (s Submission) compose(before []Line, free []Entry) (Sheet, error) {
	c := composing{Sheet: Sheet{Submission: s}, at: map[lineKey]int{}}
	c.Submission.Tried = s.Tried + 1
	c.Submission.Round = c.Submission.Tried
	c.keep(before)
	for _, e := range free {
		if !e.Running() {
			c.add(e)
		}
	}
	c.dropEmpty()
	switch {
	case len(c.Lines) > MaxSubmissionLines, c.entries() > MaxSubmissionEntries:
		return Sheet{}, ErrSheetTooLarge
	case c.Submission.NextLine > MaxLineNumber+1:
		return Sheet{}, errNumbersSpent
	}
	c.total()
	return c.Sheet, nil
}

// composing is a sheet with the place of every key in it.
type composing struct {
	Sheet
	at map[lineKey]int
}

// keep takes the lines over that there are; rejected ones are emptied.
func (c *composing) keep(before []Line) {
	c.Lines = slices.Clone(before)
	c.Submission.Lines = slices.Clone(c.Submission.Lines)
	for i, l := range c.Lines {
		c.at[l.key()] = i
		if c.Submission.Lines[i].Status == LineRejected {
			c.Lines[i].Entries, c.Lines[i].Seconds, c.Lines[i].Amount = 0, 0, 0
			c.Submission.Lines[i].Rounds = nil
		}
	}
}

// add claims an entry for the line of its key.
func (c *composing) add(e Entry) {
	i, ok := c.at[e.lineKey()]
	if !ok {
		i = c.open(e)
	}
	state := &c.Submission.Lines[i]
	if round := c.Submission.Round; !slices.Contains(state.Rounds, round) {
		state.Rounds = append(slices.Clone(state.Rounds), round)
		state.Status, state.Decided = LinePending, 0
		state.Version++
	}
	c.Lines[i] = c.Lines[i].with(e, c.Submission.Rounding)
	c.Claims = append(c.Claims, Claim{
		Entry: e, Stamp: Stamp{SubmissionID: c.Submission.ID, Line: state.N, Round: c.Submission.Round},
	})
}

// open begins a new line.
func (c *composing) open(e Entry) int {
	n := max(1, c.Submission.NextLine)
	c.Submission.NextLine = n + 1
	c.Lines = append(c.Lines, Line{
		N: n, ProjectID: e.ProjectID, TaskID: e.TaskID, IsBillable: e.IsBillable, Currency: e.Currency,
	})
	c.Submission.Lines = append(c.Submission.Lines, LineState{N: n, ProjectID: e.ProjectID, Status: LinePending})
	c.at[e.lineKey()] = len(c.Lines) - 1
	return len(c.Lines) - 1
}

// dropEmpty lets lines without entries go.
func (c *composing) dropEmpty() {
	gone := map[int]bool{}
	for _, l := range c.Lines {
		gone[l.N] = l.Entries == 0
	}
	c.Lines = slices.DeleteFunc(c.Lines, func(l Line) bool { return gone[l.N] })
	c.Submission.Lines = slices.DeleteFunc(c.Submission.Lines, func(l LineState) bool { return gone[l.N] })
}

func (c *composing) entries() (n int) {
	for _, l := range c.Lines {
		n += l.Entries
	}
	return n
}

// total sums the lines up.
func (c *composing) total() {
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
func (s Sheet) Submit(was Submission, by Actor, now Instant) (Submission, *SubmissionEvent) {
	e := SubmissionEvent{Type: EventSubmitted, At: now, Actor: by}
	if was.Visible() {
		e.Type = EventResubmitted
	}
	return s.Submission.told(was, e)
}
