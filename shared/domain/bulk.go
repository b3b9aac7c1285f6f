package domain

import "slices"

// MaxBulkRows is how many rows a batch of entries takes, and how many writes its
// rows may cost together: what one transaction takes.
const MaxBulkRows = 100

// BulkChange is what one row of a batch makes of an entry or a running timer.
type BulkChange struct {
	Before *Entry // as it was read; nil: there was none
	After  *Entry // as it is to be; nil: it is to be gone
}

// Owner is whose time the change is about; "" for one that finds nothing and
// leaves nothing.
func (c BulkChange) Owner() ID {
	switch {
	case c.After != nil:
		return c.After.UserID
	case c.Before != nil:
		return c.Before.UserID
	}
	return ""
}

// StopsTimer reports whether the change makes a finished entry of a running timer.
func (c BulkChange) StopsTimer() bool {
	return c.Before != nil && c.After != nil && c.Before.Running() && !c.After.Running()
}

// WriteCount is how many records the change writes: none when it changes nothing,
// two when it stops a timer, whose entry lies under another key.
func (c BulkChange) WriteCount() int {
	switch {
	case c.Before == nil && c.After == nil:
		return 0
	case c.StopsTimer():
		return 2
	case c.Before != nil && c.After != nil && c.Before.Equal(*c.After):
		return 0
	}
	return 1
}

// NeedsOverlapCheck reports whether the change claims time that its entry did not hold
// before. Stopping a timer does not: it is never refused for an overlap.
func (c BulkChange) NeedsOverlapCheck() bool {
	if c.After == nil || !c.After.HasDuration() || c.StopsTimer() {
		return false
	}
	return c.Before == nil || !c.Before.StartedAt.Equal(c.After.StartedAt.Time) || !c.Before.StoppedAt.Equal(c.After.StoppedAt.Time)
}

// Equal reports whether two states of an entry say the same; when it was
// written and how often does not count.
func (e Entry) Equal(other Entry) bool {
	return e.ID == other.ID && e.UserID == other.UserID &&
		e.ProjectID == other.ProjectID && e.TaskID == other.TaskID &&
		e.Description == other.Description && slices.Equal(e.TagIDs, other.TagIDs) &&
		e.StartedAt.Equal(other.StartedAt.Time) && equalPtr(e.StoppedAt, other.StoppedAt, Instant.equal) &&
		e.IsBillable == other.IsBillable && e.Currency == other.Currency && e.RateSource == other.RateSource &&
		equalPtr(e.HourlyRate, other.HourlyRate, func(a, b int64) bool { return a == b })
}

func (at Instant) equal(other Instant) bool { return at.Equal(other.Time) }

func equalPtr[T any](a, b *T, same func(a, b T) bool) bool {
	if a == nil || b == nil {
		return a == b
	}
	return same(*a, *b)
}
