// Package timesheets has submissions, what they lock, and the links by which clients sign them.
package timesheets

import (
	"fmt"
	"strconv"
	"time"

	"stint/shared/domain"
	"stint/shared/problem"
)

// Bounds of a timesheet.
const (
	MaxSubmissionDays    = 31
	MaxSubmissionLines   = 500
	MaxSubmissionEntries = 10_000
	MaxClientLinks       = 50 // of one submission, revoked and expired ones too
)

// Submission is a timesheet: everything about it that can change. The sums of its
// lines are separate records (see Line) and never change. Its entries carry a
// Stamp. The submission decides whether a stamp locks its entry.
type Submission struct {
	ID          domain.ID       `db:"id"` // its last 16 bits are zero; see LineID
	UserID      domain.ID       `db:"uid"`
	PeriodStart domain.Date     `db:"first"`
	PeriodEnd   domain.Date     `db:"last"` // included
	From        domain.Instant  `db:"from"` // the period in the workspace's zone at the time of submitting,
	To          domain.Instant  `db:"to"`   // half-open
	Note        domain.Text     `db:"note,omitempty"`
	Rounding    domain.Rounding `db:"rounding"` // the workspace's when it was first submitted
	Currency    domain.Currency `db:"cur"`      // of Amount: the workspace's when it was submitted

	Withdrawn        bool             `db:"withdrawn,omitempty"`
	Lines            []LineState      `db:"lines,omitempty"`
	NextLineNumber   int              `db:"nline"`           // number of the next new line
	Round            int              `db:"round"`           // the round that made the lines; names their records
	LastStartedRound int              `db:"tried"`           // the last round that was started, complete or not
	RoundInProgress  *RoundInProgress `db:"build,omitempty"` // nil if none is; not visible to callers
	Reopens          int              `db:"reopens,omitempty"`
	Links            []LinkState      `db:"links,omitempty"` // oldest first

	Clients []SubmissionClient `db:"clients,omitempty"` // of its lines, by name; nil where it was stored without

	Seconds     int64           `db:"secs"`
	Amount      int64           `db:"amount"` // minor units of Currency, without lines in other currencies
	SubmittedAt domain.Instant  `db:"submitted"`
	UpdatedAt   *domain.Instant `db:"updated,omitempty"` // of the latest event; nil if that is older than this attribute
	Version     int64           `db:"ver"`               // 0 while its first round is in progress

	ProjectStays     []domain.ProjectStay `db:"stays,omitempty"` // the projects of its lines in this and earlier rounds
	FirstSubmittedAt *domain.Instant      `db:"made,omitempty"`  // nil if that is SubmittedAt
}

// RoundInProgress is a round of a submission that is too large for one
// transaction. The request that writes it has until the end of the lease. After
// that any request may abandon the round.
type RoundInProgress struct {
	Round      int            `db:"r"`
	LeaseUntil domain.Instant `db:"until"`
}

// IsBeingMade reports whether a round of the submission is being made by a request whose
// lease is not over.
func (s Submission) IsBeingMade(now domain.Instant) bool {
	return s.RoundInProgress != nil && now.Before(s.RoundInProgress.LeaseUntil.Time)
}

// ErrBeingMade refuses a second request that submits the same time.
var ErrBeingMade = problem.Conflict(problem.RequestRunning,
	"Another request is submitting some of this time. Try again in a moment.")

// RoundLease is how long a request may take to write a round.
const RoundLease = 30 * time.Second

// LineState is the part of a line that can change.
type LineState struct {
	Number          int        `db:"n"` // from 1, unique in the submission
	ProjectID       domain.ID  `db:"p,omitempty"`
	Status          LineStatus `db:"s"`
	Rounds          []int      `db:"r"`           // the rounds that claimed its entries
	DecisionVersion int64      `db:"d,omitempty"` // version of the event that decided it; 0 while pending
	Version         int64      `db:"v"`
}

// LineStatus is the state of a line.
type LineStatus string

// The states of a line.
const (
	LinePending  LineStatus = "pending"
	LineApproved LineStatus = "approved"
	LineRejected LineStatus = "rejected"
)

// SubmissionStatus is the state of a submission. It follows from its lines.
type SubmissionStatus string

// The states of a submission.
const (
	Submitted         SubmissionStatus = "submitted"          // some line pending, none rejected
	Approved          SubmissionStatus = "approved"           // all lines
	PartiallyRejected SubmissionStatus = "partially_rejected" // some line rejected
	Rejected          SubmissionStatus = "rejected"           // all lines
	Withdrawn         SubmissionStatus = "withdrawn"
)

// Status derives the state of the submission from its lines.
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

// Visible reports whether a round of the submission was ever completed.
func (s Submission) Visible() bool { return s.Version > 0 }

// LastChange is the time of the latest event. Without it, it is the latest of the other
// times in the submission: of submitting, and of a client's decision.
func (s Submission) LastChange() domain.Instant {
	if s.UpdatedAt != nil {
		return *s.UpdatedAt
	}
	last := s.SubmittedAt
	for _, l := range s.Links {
		if l.DecidedAt != nil && last.Before(l.DecidedAt.Time) {
			last = *l.DecidedAt
		}
	}
	return last
}

// IsOpen reports whether the submission is neither approved nor withdrawn. An open
// submission excludes others of the same user on its days.
func (s Submission) IsOpen() bool {
	status := s.Status()
	return s.Visible() && status != Approved && status != Withdrawn
}

// IntersectsPeriod reports whether the submission shares a day with the period
// from first to last, both included.
func (s Submission) IntersectsPeriod(first, last domain.Date) bool {
	return s.PeriodStart <= last && first <= s.PeriodEnd
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

// NewSubmissionID makes the id of a submission. Its last 16 bits are zero, because
// the ids of the lines have the line number there.
func NewSubmissionID() domain.ID {
	id := domain.NewID()
	return id[:len(id)-4] + "0000"
}

// LineID is the id of the line with that number: the submission's id with the
// number in the last 16 bits. So the submission of a line is found without an
// index.
func (s Submission) LineID(n int) domain.ID {
	return s.ID[:len(s.ID)-4] + domain.ID(fmt.Sprintf("%04x", n))
}

// ParseLineID returns the submission and the number of a line's id.
func ParseLineID(id domain.ID) (submission domain.ID, n int) {
	cut := len(id) - 4
	number, _ := strconv.ParseUint(string(id[cut:]), 16, 16)
	return id[:cut] + "0000", int(number)
}

// MaxLineNumber is the largest line number that fits into an id.
const MaxLineNumber = 1<<16 - 1

// PeriodBounds is the time from the start of the first day to the end of the last
// day in a zone, half-open. The code is RangeInvalid if last is before first, and
// RangeTooLong over MaxSubmissionDays.
func PeriodBounds(first, last domain.Date, zone *time.Location) (from, to domain.Instant, code problem.FieldCode) {
	start, end := first.StartOfDay(zone), last.StartOfDayAfter(zone, 1)
	switch {
	case last < first:
		return start, end, problem.RangeInvalid
	case last > first.AddDays(MaxSubmissionDays-1):
		return start, end, problem.RangeTooLong
	}
	return start, end, ""
}

// Made is when the submission was submitted first.
func (s Submission) Made() domain.OrderedInstant {
	if s.FirstSubmittedAt != nil {
		return domain.OrderedInstant{At: *s.FirstSubmittedAt, ID: s.ID}
	}
	return domain.OrderedInstant{At: s.SubmittedAt, ID: s.ID}
}
