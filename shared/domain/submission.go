package domain

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"stint/shared/problem"
)

// Bounds of a timesheet.
const (
	MaxSubmissionDays    = 31
	MaxSubmissionLines   = 500
	MaxSubmissionEntries = 10_000
	MaxClientLinks       = 50 // of one submission, revoked and expired ones too
)

// Submission is a timesheet as its head: everything about it that can change.
// The totals of its lines lie beside it and never change; the entries that are
// in it carry a Stamp, which the head makes hold or not. Source: contract,
// timesheets.
type Submission struct {
	ID          ID       `db:"id"` // its last 16 bits are zero; see LineID
	UserID      ID       `db:"uid"`
	PeriodStart Date     `db:"first"`
	PeriodEnd   Date     `db:"last"` // included
	From        Instant  `db:"from"` // the period in the workspace's zone when it was submitted,
	To          Instant  `db:"to"`   // half-open
	Note        Text     `db:"note,omitempty"`
	Rounding    Rounding `db:"rounding"` // in force when it was first submitted
	Currency    Currency `db:"cur"`      // of Amount: the workspace's when it was submitted

	Withdrawn        bool             `db:"withdrawn,omitempty"`
	Lines            []LineState      `db:"lines,omitempty"`
	NextLineNumber   int              `db:"nline"`           // number of the next line that is made
	Round            int              `db:"round"`           // how the lines came to be as they are; names their totals
	LastStartedRound int              `db:"tried"`           // the last round that was begun
	RoundInProgress  *RoundInProgress `db:"build,omitempty"` // a round that is being made, which nobody sees yet
	Reopens          int              `db:"reopens,omitempty"`
	Links            []LinkState      `db:"links,omitempty"` // oldest first

	Seconds     int64   `db:"secs"`
	Amount      int64   `db:"amount"` // minor units of Currency; lines in others do not count
	SubmittedAt Instant `db:"submitted"`
	Version     int64   `db:"ver"` // 0 while it is being made for the first time
}

// RoundInProgress is a round in the making, of a submission that is too large for one
// write. Its maker has until the end of the lease; then it may be set aside.
type RoundInProgress struct {
	Round      int     `db:"r"`
	LeaseUntil Instant `db:"until"`
}

// RoundLease is how long the maker of a round has.
const RoundLease = 30 * time.Second

// LineState is what can change of a line.
type LineState struct {
	Number          int        `db:"n"` // from 1, never used twice in a submission
	ProjectID       ID         `db:"p,omitempty"`
	Status          LineStatus `db:"s"`
	Rounds          []int      `db:"r"`           // in which its entries were claimed
	DecisionVersion int64      `db:"d,omitempty"` // version of the event that decided it; 0 while pending
	Version         int64      `db:"v"`
}

// LineStatus is how a line stands.
type LineStatus string

// The states of a line.
const (
	LinePending  LineStatus = "pending"
	LineApproved LineStatus = "approved"
	LineRejected LineStatus = "rejected"
)

// SubmissionStatus is how a submission stands, as its lines say.
type SubmissionStatus string

// The states of a submission.
const (
	Submitted         SubmissionStatus = "submitted"          // some line pending, none rejected
	Approved          SubmissionStatus = "approved"           // all lines
	PartiallyRejected SubmissionStatus = "partially_rejected" // some line rejected
	Rejected          SubmissionStatus = "rejected"           // all lines
	Withdrawn         SubmissionStatus = "withdrawn"
)

// Status is how the submission stands. Source: contract, timesheets.
func (s Submission) Status() SubmissionStatus {
	rejected, pending := s.CountLines(LineRejected), s.CountLines(LinePending)
	switch {
	case s.Withdrawn:
		return Withdrawn
	case rejected > 0 && rejected == len(s.Lines):
		return Rejected
	case rejected > 0:
		return PartiallyRejected
	case pending > 0:
		return Submitted
	default:
		return Approved
	}
}

// CountLines is how many lines have that status.
func (s Submission) CountLines(status LineStatus) (n int) {
	for _, l := range s.Lines {
		if l.Status == status {
			n++
		}
	}
	return n
}

// Visible reports whether the submission was ever made whole.
func (s Submission) Visible() bool { return s.Version > 0 }

// IsOpen reports whether the submission keeps another one off its days: it is
// neither approved nor withdrawn.
func (s Submission) IsOpen() bool {
	status := s.Status()
	return s.Visible() && status != Approved && status != Withdrawn
}

// IntersectsPeriod reports whether the submission shares a day with the given ones, both
// included.
func (s Submission) IntersectsPeriod(first, last Date) bool {
	return s.PeriodStart <= last && first <= s.PeriodEnd
}

// LocksStamp reports whether an entry with that stamp is locked by the submission:
// exactly while its line is pending or approved, and the stamp was laid in a
// round that the line is made from.
func (s Submission) LocksStamp(st Stamp) bool {
	if !s.Visible() || s.Withdrawn || st.SubmissionID != s.ID {
		return false
	}
	l, ok := s.Line(st.Line)
	return ok && l.Status != LineRejected && slices.Contains(l.Rounds, st.Round)
}

// Line finds the state of the line with that number.
func (s Submission) Line(n int) (LineState, bool) {
	for _, l := range s.Lines {
		if l.Number == n {
			return l, true
		}
	}
	return LineState{}, false
}

// NewSubmissionID makes the id of a submission: one whose last 16 bits are free
// for the numbers of its lines.
func NewSubmissionID() ID {
	id := NewID()
	return id[:len(id)-4] + "0000"
}

// LineID is the id of the line with that number: the submission's, with the
// number in the last 16 bits. So a line is found without an index.
func (s Submission) LineID(n int) ID {
	return s.ID[:len(s.ID)-4] + ID(fmt.Sprintf("%04x", n))
}

// ParseLineID takes a line's id apart.
func ParseLineID(id ID) (submission ID, n int) {
	cut := len(id) - 4
	number, _ := strconv.ParseUint(string(id[cut:]), 16, 16)
	return id[:cut] + "0000", int(number)
}

// MaxLineNumber is the last number of a line that an id has room for.
const MaxLineNumber = 1<<16 - 1

// PeriodBounds is the time that dates cover in a zone, half-open. It is refused with
// RangeInvalid when it ends before it begins, with RangeTooLong over
// MaxSubmissionDays.
func PeriodBounds(first, last Date, zone *time.Location) (from, to Instant, code problem.FieldCode) {
	start, end := first.startOfDay(zone, 0), last.startOfDay(zone, 1)
	switch {
	case last < first:
		return start, end, problem.RangeInvalid
	case last > first.AddDays(MaxSubmissionDays-1):
		return start, end, problem.RangeTooLong
	}
	return start, end, ""
}
