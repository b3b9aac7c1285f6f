package timelog

import (
	"time"

	"stint/shared/domain"
)

// LongTimer is how long a timer runs before its user is mailed, counted from its start.
const LongTimer = 10 * time.Hour

// TimerCheckPause is the shortest time between two looks at the timers of a workspace. So a mail about a
// timer is late by that much at most.
const TimerCheckPause = 15 * time.Minute

// EarlyStart is how far back a timer may start without a look at the timers of its workspace. So a
// mail about it is late by that much at most, in addition to TimerCheckPause.
const EarlyStart = time.Hour

// TimerWatch says when the service looks at the running timers of a workspace again.
type TimerWatch struct {
	WorkspaceID domain.ID      `db:"wid"`
	DueAt       domain.Instant `db:"due"`
	Wakes       int64          `db:"wakes,omitempty"` // how often a request made it due at once
}

// NewTimerWatch is the watch of a workspace without a running timer.
func NewTimerWatch(w domain.ID, now domain.Instant) TimerWatch {
	return TimerWatch{WorkspaceID: w, DueAt: now.Plus(LongTimer)}
}

// RunsLong reports whether a timer has run for LongTimer.
func (e Entry) RunsLong(now domain.Instant) bool {
	return e.Running() && !now.Before(e.StartedAt.Plus(LongTimer).Time)
}

// NextTimerCheck is when to look at the timers of a workspace again: when the first of those that run
// can have run for LongTimer. A timer that starts later runs that long after the check at
// the earliest.
func NextTimerCheck(running []Entry, now domain.Instant) domain.Instant {
	next := now.Plus(LongTimer)
	for _, e := range running {
		if long := e.StartedAt.Plus(LongTimer); long.After(now.Time) && long.Before(next.Time) {
			next = long
		}
	}
	if soonest := now.Plus(TimerCheckPause); next.Before(soonest.Time) {
		next = soonest
	}
	return next
}

// StartsEarly reports whether the service has to look at the timers of the workspace because of
// a timer that starts, or whose start changes: the next look may be too late for it.
func (e Entry) StartsEarly(was *Entry, now domain.Instant) bool {
	if was != nil && was.ID == e.ID {
		return e.StartedAt.Before(was.StartedAt.Time)
	}
	return e.StartedAt.Before(now.Plus(-EarlyStart).Time)
}

// NewTimerMail is the mail about a timer that has run for LongTimer.
func (e Entry) NewTimerMail(w domain.ID, now domain.Instant) domain.Mail {
	return domain.Mail{ID: domain.NewID(), Kind: domain.NotifyTimerRunningLong, UserID: e.UserID, WorkspaceID: w,
		TargetID: e.ID, CreatedAt: now}
}
