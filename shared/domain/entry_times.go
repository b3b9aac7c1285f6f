package domain

import (
	"time"

	"stint/shared/problem"
)

// ClockSkew is how far a caller's clock may be ahead of the server's.
const ClockSkew = 5 * time.Minute

// EarliestStart is the first moment at which time may be tracked.
var EarliestStart = Instant{time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)}

// CheckStart says what is wrong with the entry's start: it is before
// EarliestStart or in the future. "" is fine.
func (e Entry) CheckStart(now Instant) problem.FieldCode {
	switch {
	case e.StartedAt.Before(EarliestStart.Time):
		return problem.MinValue
	case isInFuture(e.StartedAt, now):
		return problem.InFuture
	}
	return ""
}

// CheckStop says what is wrong with the stop of a finished entry: it is in the
// future or before the start. "" is fine.
func (e Entry) CheckStop(now Instant) problem.FieldCode {
	switch {
	case isInFuture(*e.StoppedAt, now):
		return problem.InFuture
	case e.StopsBeforeStart():
		return problem.BeforeStart
	}
	return ""
}

// StopsBeforeStart reports whether the entry stops before it starts, which is
// never allowed. A stop at the start is allowed: the entry lasts 0 seconds.
func (e Entry) StopsBeforeStart() bool {
	return !e.Running() && e.StoppedAt.Before(e.StartedAt.Time)
}

// isInFuture reports whether an instant is further ahead than ClockSkew.
func isInFuture(at, now Instant) bool { return at.After(now.Add(ClockSkew)) }
