package domain

import "stint/shared/problem"

// SwitchTo stops the running timer at the start of the next one. A user has one
// timer per workspace, and no second is tracked twice. A next one that starts in
// the same second leaves this one with 0 seconds, so that quick switching works.
// Errors: conflict when the next one starts before this one.
func (e Entry) SwitchTo(next Entry, now Instant) (stopped Entry, err error) {
	if next.StartedAt.Before(e.StartedAt.Time) {
		return e, problem.Conflict(problem.StartBeforeRunning, "The running timer started after this start.")
	}
	return e.stop(next.StartedAt, now), nil
}

// StopNow stops a running timer now. A timer that starts in the future, because
// its caller's clock was ahead, stops at its start.
func (e Entry) StopNow(now Instant) Entry {
	at := now
	if e.StartedAt.After(now.Time) {
		at = e.StartedAt
	}
	return e.stop(at, now)
}

// stop makes a finished entry of a timer. The caller made sure that the stop is
// not before the start.
func (e Entry) stop(at, now Instant) Entry {
	e.StoppedAt = &at
	return e.MarkChanged(now)
}

// MarkChanged is the entry with its next version. The stamp is removed: only an
// entry that no submission holds can change, so the stamp is out of date.
func (e Entry) MarkChanged(now Instant) Entry {
	e.Stamp = nil
	e.UpdatedAt = now
	e.Version++
	return e
}
