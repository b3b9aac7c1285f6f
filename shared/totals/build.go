package totals

import (
	"context"
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/reports"
	"stint/shared/table"
)

// build makes the totals from all entries, user by user. When the context ends it stops,
// and a later call continues with the user and the month at which it stopped. It does nothing
// to totals that are ready. What changes while it runs is read by the next refresh.
func (k keeper) build(ctx context.Context, w Workspace) error {
	return retryWrite(ctx, func() error { return k.buildOnce(ctx, w) })
}

func (k keeper) buildOnce(ctx context.Context, w Workspace) error {
	state, err := k.begin(ctx, w)
	if err != nil || k.isReady(state, w) {
		return err
	}
	users, err := k.store.EverMemberIDs(ctx, w.ID)
	if err != nil {
		return err
	}
	slices.Sort(users)
	for _, user := range users {
		if user <= state.BuiltTo {
			continue
		}
		if err := k.buildUser(ctx, w, user); err != nil {
			return err
		}
		if err := k.note(ctx, w, func(next *reports.TotalsState) { next.BuiltTo = user }); err != nil {
			return err
		}
	}
	return k.note(ctx, w, func(next *reports.TotalsState) {
		next.IsReady, next.BuiltTo, next.PartUser, next.PartMonth = true, "", "", ""
	})
}

// begin returns the state of the totals. Totals that are none, or that are made with other
// settings, begin: from now on the changes say what else is to be summed up.
func (k keeper) begin(ctx context.Context, w Workspace) (reports.TotalsState, error) {
	was, err := k.store.TotalsState(ctx, w.ID, k.of)
	if err != nil || was.Position != "" && k.fits(was, w) {
		return was, err
	}
	next := k.first(w, was)
	next.QueuedAt = was.QueuedAt
	next.AsOf = domain.InstantOf(k.clock()).Plus(-table.WriteMargin)
	if next.Position, err = k.changes.FromNow(ctx, w.ID); err != nil {
		return was, err
	}
	return next, k.store.ChangeTotalsState(ctx, w.ID, k.of, was, next)
}

// note writes how far the building is. It must be the building with the same settings.
func (k keeper) note(ctx context.Context, w Workspace, change func(*reports.TotalsState)) error {
	return retryWrite(ctx, func() error {
		was, err := k.store.TotalsState(ctx, w.ID, k.of)
		if err != nil || was.IsReady {
			return err
		}
		if !k.fits(was, w) {
			return errSettingsChanged
		}
		next := was
		change(&next)
		return k.store.ChangeTotalsState(ctx, w.ID, k.of, was, next)
	})
}
