package totals

import (
	"context"
	"errors"

	"stint/shared/domain"
	"stint/shared/domain/reports"
	"stint/shared/store/moneydb"
)

// progress is what a refresh did, and what it left.
type progress int

const (
	notReady  progress = iota // the totals are not built yet, or are built again
	behind                    // there are more changes than one refresh reads
	changed                   // the totals have all changes that were read, and others may have come
	unchanged                 // nothing has changed, and nothing was written
)

// refresh brings the totals up to date with the changes since the last time. It writes
// nothing where nothing has changed. Totals that are built again are not ready.
func (k keeper) refresh(ctx context.Context, w Workspace) (state reports.TotalsState, p progress, err error) {
	err = retryWrite(ctx, func() (err error) {
		state, p, err = k.refreshOnce(ctx, w)
		return err
	})
	switch {
	case errors.Is(err, errSettingsChanged):
		return state, notReady, nil
	case errors.Is(err, moneydb.ErrTotalsChanged): // others bring the totals up to date
		return state, behind, nil
	}
	return state, p, err
}

func (k keeper) refreshOnce(ctx context.Context, w Workspace) (reports.TotalsState, progress, error) {
	state, err := k.store.TotalsState(ctx, w.ID, k.of)
	if err != nil || !k.isReady(state, w) {
		return state, notReady, err
	}
	read, err := k.changes.ChangedTime(ctx, w.ID, state.Position)
	if errors.Is(err, ErrTooOld) {
		// fits no workspace: they are built again
		none := reports.TotalsState{QueuedAt: state.QueuedAt}
		return reports.TotalsState{}, notReady, k.store.ChangeTotalsState(ctx, w.ID, k.of, state, none)
	}
	if err != nil {
		return state, notReady, err
	}
	f := &fence{version: state.Version}
	if err := k.sumChanged(ctx, w, read.Days, f); err != nil {
		return state, notReady, err
	}
	state.Version = f.version
	if !read.More && len(read.Days) == 0 {
		state.AsOf = domain.Later(state.AsOf, read.Certain)
		return state, unchanged, nil
	}
	return k.advance(ctx, w, state, read)
}

// advance notes that the totals have the changes. The state is as it was read, but for the
// writes of this refresh. Errors: moneydb.ErrTotalsChanged when others have written totals.
func (k keeper) advance(ctx context.Context, w Workspace, was reports.TotalsState,
	read Changed) (reports.TotalsState, progress, error) {
	next, p := was, behind
	next.Position, next.AsOf = read.Next, domain.Later(was.AsOf, read.Certain)
	if !read.More {
		p = changed
	}
	return next, p, k.store.ChangeTotalsState(ctx, w.ID, k.of, was, next)
}
