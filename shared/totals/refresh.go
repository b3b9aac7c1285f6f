package totals

import (
	"context"
	"errors"
	"maps"
	"slices"

	"stint/shared/domain"
)

// Refresh brings the totals up to date with the changes since the last time. It returns
// their state, and whether there is more to do: totals that are not built yet, or more
// changes than one call reads. It writes nothing where nothing has changed. Totals that
// are built again are not ready.
func (s Service) Refresh(ctx context.Context, w Workspace) (state domain.TotalsState, more bool, err error) {
	err = retryWrite(ctx, func() (err error) {
		state, more, err = s.refreshOnce(ctx, w)
		return err
	})
	if errors.Is(err, errZoneChanged) {
		return state, true, nil
	}
	return state, more, err
}

func (s Service) refreshOnce(ctx context.Context, w Workspace) (domain.TotalsState, bool, error) {
	state, err := s.Store.TotalsState(ctx, w.ID)
	if err != nil || !IsReady(state, w) {
		return state, true, err
	}
	changed, err := s.Changes.ChangedTime(ctx, w.ID, state.Position)
	if errors.Is(err, ErrTooOld) {
		return domain.TotalsState{}, true, s.Store.ChangeTotalsState(ctx, w.ID, state, domain.TotalsState{}) // of no zone: they are built again
	}
	if err != nil {
		return state, true, err
	}
	for _, user := range slices.Sorted(maps.Keys(changed.Days)) {
		for _, days := range changed.Days[user] {
			if err := s.sumDays(ctx, w, user, days); err != nil {
				return state, true, err
			}
		}
	}
	if !changed.More && len(changed.Days) == 0 {
		state.AsOf = later(state.AsOf, changed.Certain)
		return state, false, nil
	}
	return s.advance(ctx, w, state, changed)
}

// advance notes that the totals have the changes. The state has a new version since it was
// read, if the totals of a day were written. If another reader has moved the position, it
// stays: this one sums up some days once more, which does no harm.
func (s Service) advance(ctx context.Context, w Workspace, read domain.TotalsState, changed Changed) (domain.TotalsState, bool, error) {
	was, err := s.Store.TotalsState(ctx, w.ID)
	if err != nil || !IsReady(was, w) || was.Position != read.Position {
		return was, true, err
	}
	next := was
	next.Position = changed.Next
	if !changed.More {
		next.AsOf = later(was.AsOf, changed.Certain)
	}
	return next, changed.More, s.Store.ChangeTotalsState(ctx, w.ID, was, next)
}

func later(a, b domain.Instant) domain.Instant {
	if b.After(a.Time) {
		return b
	}
	return a
}

// IsReady reports whether the totals are built, with the days of the workspace's zone.
func IsReady(state domain.TotalsState, w Workspace) bool {
	return state.IsReady && state.Zone == w.Zone
}
