package totals

import (
	"context"
	"maps"
	"slices"
	"time"

	"stint/shared/domain"
	"stint/shared/store"
	"stint/shared/table"
)

// Build makes the totals from all entries, user by user. When the context ends it stops,
// and a later call continues with the user at whom it stopped. It does nothing to totals
// that are ready. What changes while it runs is read by the next Refresh.
func (s Service) Build(ctx context.Context, w Workspace) error {
	return retryWrite(ctx, func() error { return s.build(ctx, w) })
}

func (s Service) build(ctx context.Context, w Workspace) error {
	state, err := s.begin(ctx, w)
	if err != nil || IsReady(state, w) {
		return err
	}
	users, err := s.Store.EverMemberIDs(ctx, w.ID)
	if err != nil {
		return err
	}
	slices.Sort(users)
	for _, user := range users {
		if user <= state.BuiltTo {
			continue
		}
		if err := s.buildUser(ctx, w, user); err != nil {
			return err
		}
		if err := s.note(ctx, w, func(next *domain.TotalsState) { next.BuiltTo = user }); err != nil {
			return err
		}
	}
	return s.note(ctx, w, func(next *domain.TotalsState) { next.IsReady, next.BuiltTo = true, "" })
}

// buildMargin is how long before it is answered a write may have its moment: the entries that
// a building reads have all changes from before then.
const buildMargin = table.MaxWriteTime + 5*time.Second

// begin returns the state of the totals. Totals that are none, or that have the days of
// another zone, begin: from now on the changes say what else is to be summed up.
func (s Service) begin(ctx context.Context, w Workspace) (domain.TotalsState, error) {
	was, err := s.Store.TotalsState(ctx, w.ID)
	if err != nil || was.Version > 0 && was.Zone == w.Zone {
		return was, err
	}
	next := domain.TotalsState{Zone: w.Zone, AsOf: domain.InstantOf(s.Clock()).Plus(-buildMargin)}
	if next.Position, err = s.Changes.FromNow(ctx, w.ID); err != nil {
		return was, err
	}
	return next, s.Store.ChangeTotalsState(ctx, w.ID, was, next)
}

// note writes how far the building is. It must be the building of the same zone.
func (s Service) note(ctx context.Context, w Workspace, change func(*domain.TotalsState)) error {
	return retryWrite(ctx, func() error {
		was, err := s.Store.TotalsState(ctx, w.ID)
		if err != nil || was.IsReady {
			return err
		}
		if was.Zone != w.Zone {
			return errZoneChanged
		}
		next := was
		change(&next)
		return s.Store.ChangeTotalsState(ctx, w.ID, was, next)
	})
}

// buildUser makes the totals of all months in which a user has entries or totals.
func (s Service) buildUser(ctx context.Context, w Workspace, user domain.ID) error {
	known, err := s.Store.UserMonths(ctx, w.ID, user)
	if err != nil {
		return err
	}
	months := map[domain.Month]bool{}
	for _, m := range known {
		months[m] = true
	}
	zone := w.Zone.Location()
	err = s.Store.WalkEntries(ctx, w.ID, store.EntryRange{User: user}, func(e domain.Entry) error {
		months[domain.MonthOf(e.StartedAt.DayIn(zone))] = true
		return nil
	})
	for _, m := range slices.Sorted(maps.Keys(months)) {
		if err == nil {
			err = s.sumDays(ctx, w, user, domain.DaySpan{First: m.First(), Last: m.Last()})
		}
	}
	return err
}
