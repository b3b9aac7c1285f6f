package domain

import "stint/shared/problem"

// Stop ends a running timer and makes it a finished entry. An end before the
// start is refused with BeforeStart; an end equal to it is fine (0 s).
func (e Entry) Stop(at, now Instant) (Entry, problem.FieldCode) {
	if at.Before(e.StartedAt.Time) {
		return e, problem.BeforeStart
	}
	e.StoppedAt = &at
	return e.MarkChanged(now), ""
}

// SwitchTo is the rule that starting a timer stops the running one, at the
// start of the new: one timer runs per user and workspace, and no second is
// tracked twice. A new start at or before the old one's is a conflict.
func (e Entry) SwitchTo(next Entry, now Instant) (stopped Entry, err error) {
	if !next.StartedAt.After(e.StartedAt.Time) {
		return e, problem.Conflict("The running timer started at or after this start.")
	}
	stopped, _ = e.Stop(next.StartedAt, now)
	return stopped, nil
}

// MarkChanged is the entry after one more change. Only what is free can change, so
// the stamp of a submission that has let go of it goes.
func (e Entry) MarkChanged(now Instant) Entry {
	e.Stamp = nil
	e.UpdatedAt = now
	e.Version++
	return e
}

// StopNow stops a running timer now, whatever its start: one that a caller's clock
// put ahead of ours ends where it began.
func (e Entry) StopNow(now Instant) Entry {
	end := now
	if end.Before(e.StartedAt.Time) {
		end = e.StartedAt
	}
	stopped, _ := e.Stop(end, now)
	return stopped
}
