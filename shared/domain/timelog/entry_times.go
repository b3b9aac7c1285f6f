package timelog

import (
	"time"

	"stint/shared/domain"
	"stint/shared/problem"
)

// ClockSkew is how far a caller's clock may be ahead of the server's.
const ClockSkew = 5 * time.Minute

// EarliestStart is the first moment at which time may be tracked.
var EarliestStart = domain.Instant{Time: time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)}

// CheckStart says what is wrong with the entry's start: it is before
// EarliestStart or in the future. "" is fine.
func (e Entry) CheckStart(now domain.Instant) problem.FieldCode {
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
func (e Entry) CheckStop(now domain.Instant) problem.FieldCode {
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
func isInFuture(at, now domain.Instant) bool { return at.After(now.Add(ClockSkew)) }

// SwitchTo stops the running timer at the start of the next one. A user has one
// timer per workspace, and no second is tracked twice. A next one that starts in
// the same second leaves this one with 0 seconds, so that quick switching works.
// Errors: conflict when the next one starts before this one.
func (e Entry) SwitchTo(next Entry, now domain.Instant) (stopped Entry, err error) {
	if next.StartedAt.Before(e.StartedAt.Time) {
		return e, problem.Conflict(problem.StartBeforeRunning, "The running timer started after this start.")
	}
	return e.stop(next.StartedAt, now), nil
}

// StopNow stops a running timer now. A timer that starts in the future, because
// its caller's clock was ahead, stops at its start.
func (e Entry) StopNow(now domain.Instant) Entry {
	at := now
	if e.StartedAt.After(now.Time) {
		at = e.StartedAt
	}
	return e.stop(at, now)
}

// stop makes a finished entry of a timer. The caller made sure that the stop is
// not before the start.
func (e Entry) stop(at, now domain.Instant) Entry {
	e.StoppedAt = &at
	return e.NextVersion(now)
}

// NextVersion is the entry after one more change. The stamp and the hold are removed: only an
// entry that neither a submission nor a job holds can change, so they are out of date.
func (e Entry) NextVersion(now domain.Instant) Entry {
	e.Stamp, e.HeldBy = nil, ""
	e.UpdatedAt = now
	e.Version++
	return e
}
