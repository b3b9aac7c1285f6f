package store

import (
	"context"
	"errors"

	"stint/shared/domain"
	"stint/shared/problem"
)

// The running timer lies under one fixed key per user and workspace, so there
// cannot be two. It is the entry it will become, and carries the same index
// keys.

// errTimerChanged is what the loser of a race for the timer is told.
var errTimerChanged = problem.Conflict("The timer was started, stopped or changed meanwhile.")

// TimerStart is a new timer and what its start does besides.
type TimerStart struct {
	Timer     domain.Entry
	Running   *domain.Entry // the timer as it was read; nil when none ran
	Stopped   *domain.Entry // what becomes of it; set exactly when Running is
	FirstUses FirstUses     // projects, tasks and tags that were never used before
	Remember  domain.ReplayRecord
}

// StartTimer starts a timer; one that runs is stopped in the same write.
// Errors: conflict when the timer is not as it was read.
func (s *Store) StartTimer(ctx context.Context, w domain.ID, x TimerStart) error {
	timer := timerItem(w, x.Timer)
	actions := s.rememberActions(x.Remember) // first: who loses on it is given the winner's answer
	if x.Running == nil {
		actions = append(actions, create(timer).or(errTimerChanged))
	} else {
		actions = append(actions,
			put(timer).provided(entryUnchanged(*x.Running)).or(errTimerChanged),
			create(entryItem(w, *x.Stopped)).or(errTimerChanged),
		)
	}
	return s.commit(ctx, append(actions, x.FirstUses.markActions(w)...)...)
}

// TimerStop is a timer that becomes a finished entry, and what the stop does
// besides.
type TimerStop struct {
	Running   domain.Entry // the timer as it was read
	Stopped   domain.Entry // the entry it becomes
	FirstUses FirstUses    // where it is changed on the way
}

// StopTimer makes the finished entry of a timer that was read. Errors:
// conflict when the timer is not as it was read.
func (s *Store) StopTimer(ctx context.Context, w domain.ID, x TimerStop) error {
	actions := []action{
		deleteItem(timerKey(w, x.Running.UserID)).provided(entryUnchanged(x.Running)).or(errTimerChanged),
		create(entryItem(w, x.Stopped)).or(errTimerChanged),
	}
	return s.commit(ctx, append(actions, x.FirstUses.markActions(w)...)...)
}

// ChangeTimer changes a timer that was read and lets it run on. Errors: conflict
// when the timer is not as it was read.
func (s *Store) ChangeTimer(ctx context.Context, w domain.ID, was, next domain.Entry, first FirstUses) error {
	actions := []action{put(timerItem(w, next)).provided(entryUnchanged(was)).or(errTimerChanged)}
	return s.commit(ctx, append(actions, first.markActions(w)...)...)
}

// DiscardTimer deletes a timer that was read, without an entry. One that is
// gone already is fine unless it was stopped. Errors: conflict when it was
// stopped or is not as it was read.
func (s *Store) DiscardTimer(ctx context.Context, w domain.ID, running domain.Entry) error {
	gone := errors.New("the timer is gone")
	err := s.commit(ctx, deleteItem(timerKey(w, running.UserID)).provided(entryUnchanged(running)).or(errTimerChanged).orIfAbsent(gone))
	if !errors.Is(err, gone) {
		return err
	}
	_, stopped, err := get[domain.Entry](ctx, s, entryKey(w, running.UserID, running.ID))
	if err == nil && stopped {
		return errTimerChanged
	}
	return err
}

// timerIn takes the running timer out of what was read. The mark that closes
// the place of a member who left is no timer.
func timerIn(f items, k key) (*domain.Entry, error) {
	if it, ok := f[k]; !ok || stringAttribute(it, "id") == "" {
		return nil, nil
	}
	return lookupOrNil[domain.Entry](f, k)
}

// timersIn takes the running timers of several users out of what was read.
func timersIn(f items, w domain.ID, users []domain.ID) (map[domain.ID]domain.Entry, error) {
	timers := make(map[domain.ID]domain.Entry, len(users))
	for _, u := range users {
		timer, err := timerIn(f, timerKey(w, u))
		if err != nil {
			return nil, err
		}
		if timer != nil {
			timers[u] = *timer
		}
	}
	return timers, nil
}

func timerItem(w domain.ID, e domain.Entry) item {
	return withIndexKeys(encode(timerKey(w, e.UserID), e), w, e)
}
