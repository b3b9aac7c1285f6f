package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
)

// The running timer lies under one fixed key per user and workspace, so there
// cannot be two. It is the entry it will become, and carries the same index
// keys.

// errTimerChanged is what the loser of a race for the timer is told.
var errTimerChanged = problem.Clash("The timer was started, stopped or changed meanwhile.")

// Start is a new timer and what its start does besides.
type Start struct {
	Timer    domain.Entry
	Running  *domain.Entry // the timer as it was read; nil when none ran
	Stopped  *domain.Entry // what becomes of it; set exactly when Running is
	FirstUse Uses          // projects, tasks and tags that were never used before
	Remember domain.Remember
}

// StartTimer starts a timer; one that runs is stopped in the same write.
// Errors: conflict when the timer is not as it was read.
func (s *Store) StartTimer(ctx context.Context, w domain.ID, x Start) error {
	timer := timerItem(w, x.Timer)
	actions := []action{create(timer).or(errTimerChanged)}
	if x.Running != nil {
		actions = []action{
			replace(timer, x.Running.Version).provided(isEntry(x.Running.ID)).or(errTimerChanged),
			create(entryItem(w, *x.Stopped)).or(errTimerChanged),
		}
	}
	actions = append(actions, x.FirstUse.actions(w)...)
	actions = append(actions, s.remembering(x.Remember)...)
	return s.commit(ctx, actions...)
}

// StopTimer makes the finished entry of a timer that was read. Errors:
// conflict when the timer is not as it was read.
func (s *Store) StopTimer(ctx context.Context, w domain.ID, running, stopped domain.Entry) error {
	k := timerKey(w, running.UserID)
	return s.commit(ctx,
		erase(k).provided(isEntry(running.ID)).provided(atVersion(running.Version)).or(errTimerChanged),
		create(entryItem(w, stopped)).or(errTimerChanged),
	)
}

// timerIn takes the running timer out of what was read. The mark that closes
// the place of a member who left is no timer.
func timerIn(f found, k key) (*domain.Entry, error) {
	if it, ok := f[k]; !ok || textOf(it, "id") == "" {
		return nil, nil
	}
	return orNil[domain.Entry](f, k)
}

func timerItem(w domain.ID, e domain.Entry) item {
	return indexed(encode(timerKey(w, e.UserID), e), w, e)
}
