package store

import (
	"context"
	"errors"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/table"
)

// A user's timer has one fixed key per workspace, so there cannot be two. It has
// the attributes and index keys of the entry that it will become.

// errTimerChanged is the error of a write whose timer is not as it was read.
var errTimerChanged = problem.Conflict(problem.TimerChanged, "Another request started, stopped or changed the timer.")

// TimerStart is a new timer with everything that is written with it.
type TimerStart struct {
	Timer     domain.Entry
	Running   *domain.Entry // the timer as it was read; nil when none ran
	Stopped   *domain.Entry // the entry that it becomes; nil exactly when Running is
	FirstUses FirstUses
	Remember  domain.ReplayRecord
}

// StartTimer starts a timer. A running timer is stopped in the same write.
// Errors: conflict when the timer is not as it was read, domain.ErrExternalIDTaken.
func (s *Store) StartTimer(ctx context.Context, w domain.ID, x TimerStart) error {
	timer := timerItem(w, x.Timer)
	actions := s.rememberActions(x.Remember) // first: a request that fails on it gets the remembered answer
	if x.Running == nil {
		actions = append(actions, table.Create(timer).Or(errTimerChanged))
	} else {
		actions = append(actions,
			table.Put(timer).Provided(entryUnchanged(*x.Running)).Or(errTimerChanged),
			table.Create(entryItem(w, *x.Stopped)).Or(errTimerChanged),
		)
	}
	actions = append(actions, externalIDActions(w, domain.ErrExternalIDTaken, domain.EntryChange{After: &x.Timer})...)
	actions = append(actions, s.watchActions(w, nil, x.Timer)...)
	return s.table.Commit(ctx, append(actions, x.FirstUses.markActions(w)...)...)
}

// TimerStop is a timer that becomes a finished entry.
type TimerStop struct {
	Running   domain.Entry // the timer as it was read
	Stopped   domain.Entry // the entry that it becomes
	FirstUses FirstUses    // of what the stop changes
}

// StopTimer makes a finished entry of a timer that was read. Errors: conflict
// when the timer is not as it was read, domain.ErrExternalIDTaken.
func (s *Store) StopTimer(ctx context.Context, w domain.ID, x TimerStop) error {
	actions := []table.Action{
		deleteTimer(w, x.Running).Or(errTimerChanged),
		table.Create(entryItem(w, x.Stopped)).Or(errTimerChanged),
	}
	change := domain.EntryChange{Before: &x.Running, After: &x.Stopped}
	actions = append(actions, externalIDActions(w, domain.ErrExternalIDTaken, change)...)
	actions = append(actions, s.auditEntryActions(ctx, w, change)...)
	return s.table.Commit(ctx, append(actions, x.FirstUses.markActions(w)...)...)
}

// ChangeTimer changes a timer that was read and keeps running. Errors: conflict
// when the timer is not as it was read, domain.ErrExternalIDTaken.
func (s *Store) ChangeTimer(ctx context.Context, w domain.ID, was, next domain.Entry, first FirstUses) error {
	actions := []table.Action{table.Put(timerItem(w, next)).Provided(entryUnchanged(was)).Or(errTimerChanged)}
	change := domain.EntryChange{Before: &was, After: &next}
	actions = append(actions, externalIDActions(w, domain.ErrExternalIDTaken, change)...)
	actions = append(actions, s.auditEntryActions(ctx, w, change)...)
	actions = append(actions, s.watchActions(w, &was, next)...)
	return s.table.Commit(ctx, append(actions, first.markActions(w)...)...)
}

// watchActions make the watch of the timers due if a timer starts early.
func (s *Store) watchActions(w domain.ID, was *domain.Entry, timer domain.Entry) []table.Action {
	if now := s.instant(); timer.StartsEarly(was, now) {
		return []table.Action{wakeTimerWatch(w, now)}
	}
	return nil
}

// DiscardTimer deletes a timer that was read and makes no entry of it. A timer
// that is gone is no error, unless it was stopped. Errors: conflict when it was
// stopped or is not as it was read.
func (s *Store) DiscardTimer(ctx context.Context, w domain.ID, running domain.Entry) error {
	gone := errors.New("the timer is gone")
	timer, mark := s.discardTimer(w, running)
	actions := append(s.auditEntryActions(ctx, w, domain.EntryChange{Before: &running}), timer.Or(errTimerChanged).OrIfAbsent(gone), mark.Or(errTimerChanged))
	err := s.table.Commit(ctx, append(actions, freeExternalID(w, running)...)...)
	if !errors.Is(err, gone) {
		return err
	}
	_, stopped, err := table.Get[domain.Entry](ctx, s.table, entryKey(w, running.UserID, running.ID))
	if err == nil && stopped {
		return errTimerChanged
	}
	return err
}

// timerIn takes the running timer from the items that were read; nil when none
// runs. The item under that key can also be a blockedTimer, which has no id.
func timerIn(f table.Items, k table.Key) (*domain.Entry, error) {
	if it, ok := f[k]; !ok || table.StringAttribute(it, "id") == "" {
		return nil, nil
	}
	return table.LookupOrNil[domain.Entry](f, k)
}

// timersIn takes the running timers of several users from the items that were
// read.
func timersIn(f table.Items, w domain.ID, users []domain.ID) (map[domain.ID]domain.Entry, error) {
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

func timerItem(w domain.ID, e domain.Entry) table.Item {
	return withIndexKeys(table.Encode(timerKey(w, e.UserID), e), w, e)
}
