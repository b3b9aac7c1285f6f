package domain

import "time"

// Entry is a piece of tracked time; while it has no end it is its owner's
// running timer. A timer's id stays its entry's id.
type Entry struct {
	ID          ID         `db:"id"`
	UserID      ID         `db:"uid"`
	ProjectID   ID         `db:"pid,omitempty"`
	TaskID      ID         `db:"tid,omitempty"`
	Description Text       `db:"text,omitempty"`
	TagIDs      []ID       `db:"tags,omitempty"`
	StartedAt   Instant    `db:"start"`
	StoppedAt   *Instant   `db:"stop,omitempty"`
	IsBillable  bool       `db:"billable,omitempty"`
	HourlyRate  *int64     `db:"rate,omitempty"` // snapshot, minor units per hour
	Currency    Currency   `db:"cur"`            // snapshot
	RateSource  RateSource `db:"src"`
	Stamp       *Stamp     `db:"st,omitempty"` // of the submission that last claimed it; see Locks
	CreatedAt   Instant    `db:"created"`
	UpdatedAt   Instant    `db:"updated"`
	Version     int64      `db:"ver"`
}

// RateSource tells where the rate of an entry was taken from.
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

// Bounds of an entry.
const (
	MaxDescription = 5_000 // characters
	MaxTags        = 50
	// ClockSkew is how far ahead of the server's clock a caller's may be.
	ClockSkew = 5 * time.Minute
	// OverlapLookBack is how far back an entry that overlaps may have begun.
	OverlapLookBack = 7 * 24 * time.Hour
)

// EarliestStart is the first moment that time may be tracked at.
var EarliestStart = Instant{time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)}

// Running reports whether the entry is a timer that still runs.
func (e Entry) Running() bool { return e.StoppedAt == nil }

// HasDuration reports whether the entry is finished and covers any time at all.
func (e Entry) HasDuration() bool { return !e.Running() && e.StartedAt.Before(e.StoppedAt.Time) }

// Seconds is how long the entry lasts, or has lasted by now while it runs;
// never negative.
func (e Entry) Seconds(now Instant) int64 {
	end := now
	if e.StoppedAt != nil {
		end = *e.StoppedAt
	}
	return max(0, e.StartedAt.SecondsUntil(end))
}

// Amount is what the entry is worth in minor units of its currency: the
// seconds times the hourly rate over 3600, rounded half up; 0 while it runs,
// and for what is not billable or has no rate. Source: contract, billable
// settings.
func (e Entry) Amount() int64 {
	if e.Running() {
		return 0
	}
	return e.AmountFor(e.Seconds(*e.StoppedAt))
}

// AmountFor is the Amount of so many seconds of the entry, for those that were
// rounded.
func (e Entry) AmountFor(seconds int64) int64 {
	if !e.IsBillable || e.HourlyRate == nil {
		return 0
	}
	return (seconds*(*e.HourlyRate) + 1800) / 3600
}

// TooFarAhead reports whether an instant lies further in the future than a
// caller's clock may be off.
func TooFarAhead(at, now Instant) bool { return at.After(now.Add(ClockSkew)) }

// Overlaps reports whether two finished entries share time; touching ends do
// not overlap, and neither one without length nor a running one ever does.
func (e Entry) Overlaps(other Entry) bool {
	if !e.HasDuration() || !other.HasDuration() {
		return false
	}
	return e.StartedAt.Before(other.StoppedAt.Time) && other.StartedAt.Before(e.StoppedAt.Time)
}
