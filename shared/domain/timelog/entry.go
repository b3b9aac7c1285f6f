// Package timelog has entries and timers: their times, how they change, overlap and are marked by
// submissions.
package timelog

import (
	"slices"

	"stint/shared/domain"
)

// Entry is time that a user tracked. While it has no stop it is its owner's
// running timer, which keeps its id when it is stopped.
type Entry struct {
	ID          domain.ID         `db:"id"`
	UserID      domain.ID         `db:"uid"`
	ProjectID   domain.ID         `db:"pid,omitempty"`
	TaskID      domain.ID         `db:"tid,omitempty"`
	Description domain.Text       `db:"text,omitempty"`
	TagIDs      []domain.ID       `db:"tags,omitempty"`
	ExternalID  domain.ExternalID `db:"ext,omitempty"` // in another system; "" is none
	StartedAt   domain.Instant    `db:"start"`
	StoppedAt   *domain.Instant   `db:"stop,omitempty"`
	IsBillable  bool              `db:"billable,omitempty"`
	HourlyRate  *int64            `db:"rate,omitempty"` // snapshot, minor units per hour
	Currency    domain.Currency   `db:"cur"`            // snapshot
	RateSource  RateSource        `db:"src"`
	Invoice     Invoice           `db:"inv,omitempty"`   // its mark; "" is none
	HeldBy      domain.ID         `db:"held,omitempty"`  // the billing job that is about to change its invoice
	Stamp       *Stamp            `db:"st,omitempty"`    // of the submission that last claimed it; see Locks
	LeftDays    *domain.DaySpan   `db:"left,omitempty"`  // days, in UTC, on which it started before; see LeavingDay
	LeftSpans   []domain.DaySpan  `db:"lefts,omitempty"` // the same without most days between; see leftDays
	CreatedAt   domain.Instant    `db:"created"`
	UpdatedAt   domain.Instant    `db:"updated"`
	Version     int64             `db:"ver"`

	ProjectStays []domain.ProjectStay   `db:"stays,omitempty"` // the projects that it is or was on; see MoveTo
	FirstMade    *domain.OrderedInstant `db:"made,omitempty"`  // of an entry in place of a deleted one: when that was made
}

// RateSource says where the rate of an entry comes from.
type RateSource string

// The rate sources, most specific first.
const (
	RateOfEntry         RateSource = "entry"
	RateOfProjectMember RateSource = "project_member"
	RateOfProject       RateSource = "project"
	RateOfMember        RateSource = "member"
	RateOfWorkspace     RateSource = "workspace"
	RateNone            RateSource = "none"
)

// Running reports whether the entry is a timer that still runs.
func (e Entry) Running() bool { return e.StoppedAt == nil }

// HasDuration reports whether the entry is finished and covers any time at all.
func (e Entry) HasDuration() bool { return !e.Running() && e.StartedAt.Before(e.StoppedAt.Time) }

// Seconds is how long the entry lasts, or has lasted by now while it runs;
// never negative.
func (e Entry) Seconds(now domain.Instant) int64 {
	end := now
	if e.StoppedAt != nil {
		end = *e.StoppedAt
	}
	return max(0, e.StartedAt.SecondsUntil(end))
}

// Amount is the entry's amount in minor units of its currency: seconds × hourly
// rate / 3600, rounded half up. It is 0 while the entry runs, when it is not
// billable and when it has no rate.
func (e Entry) Amount() int64 {
	if e.Running() {
		return 0
	}
	return e.AmountFor(e.Seconds(*e.StoppedAt))
}

// AmountFor is the amount of the given number of seconds at the entry's rate.
// Reports use it for rounded seconds.
func (e Entry) AmountFor(seconds int64) int64 {
	if !e.IsBillable || e.HourlyRate == nil {
		return 0
	}
	return (seconds*(*e.HourlyRate) + 1800) / 3600
}

// Equal reports whether two states of an entry say the same. Version, stamp and
// the times of writing do not count.
func (e Entry) Equal(other Entry) bool {
	return e.ID == other.ID && e.UserID == other.UserID &&
		e.ProjectID == other.ProjectID && e.TaskID == other.TaskID &&
		e.Description == other.Description && e.ExternalID == other.ExternalID && slices.Equal(e.TagIDs, other.TagIDs) &&
		e.StartedAt.Equal(other.StartedAt.Time) && equalPtr(e.StoppedAt, other.StoppedAt,
		func(a, b domain.Instant) bool { return a.Equal(b.Time) }) &&
		e.IsBillable == other.IsBillable && e.Currency == other.Currency && e.RateSource == other.RateSource &&
		e.Invoice == other.Invoice &&
		equalPtr(e.HourlyRate, other.HourlyRate, func(a, b int64) bool { return a == b })
}

func equalPtr[T any](a, b *T, same func(a, b T) bool) bool {
	if a == nil || b == nil {
		return a == b
	}
	return same(*a, *b)
}

// Made is when the first entry with the id was made.
func (e Entry) Made() domain.OrderedInstant {
	if e.FirstMade != nil {
		return *e.FirstMade
	}
	return domain.OrderedInstant{At: e.CreatedAt, ID: e.ID}
}

// HasOwnRate reports whether the entry's rate was set on the entry itself. A
// running timer keeps one for when it is stopped.
func (e Entry) HasOwnRate() bool { return e.RateSource == RateOfEntry }

// WithOwnRate is the entry with an own rate; nil removes it, so that the next
// snapshot takes the rate that the entry inherits.
func (e Entry) WithOwnRate(own *int64) Entry {
	switch {
	case own != nil:
		e.HourlyRate, e.RateSource = own, RateOfEntry
	case e.HasOwnRate():
		e.HourlyRate, e.RateSource = nil, RateNone
	}
	return e
}

// ReportBytes is about how many bytes a report reads for an entry.
func (e Entry) ReportBytes() int { return entryBytes + len(e.Description) + 40*len(e.TagIDs) }

// entryBytes is about what the table keeps of an entry without its text and its tags.
const entryBytes = 500
