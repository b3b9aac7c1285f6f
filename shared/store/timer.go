package store

import (
	"context"
	"errors"

	"stint/shared/domain"
	"stint/shared/table"
)

// A user's timer has one fixed key per workspace, so there cannot be two. It has
// the attributes and index keys of the entry that it will become.

// DiscardTimer deletes a timer that was read and makes no entry of it. A timer
// that is gone is no error, unless it was stopped. Errors: conflict when it was
// stopped or is not as it was read.
func (s *Store) DiscardTimer(ctx context.Context, w domain.ID, running domain.Entry) error {
	gone := errors.New("the timer is gone")
	timer, mark := s.discardTimer(w, running)
	actions := append(s.auditEntryActions(ctx, w, domain.EntryChange{Before: &running}),
		timer.Or(errTimerChanged).OrIfAbsent(gone), mark.Or(errTimerChanged))
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
