package totals

import (
	"context"

	"stint/shared/domain"
)

// budgetForm is the form of the totals for budgets.
type budgetForm struct{ Service }

func (s Service) keeper() keeper {
	return keeper{form: budgetForm{s}, members: s.Store, changes: s.Changes, clock: s.Clock}
}

// Build makes the totals from all entries, user by user. When the context ends it stops,
// and a later call continues with the user and the month at which it stopped. It does nothing
// to totals that are ready. What changes while it runs is read by the next Refresh.
func (s Service) Build(ctx context.Context, w Workspace) error { return s.keeper().build(ctx, w) }

// Refresh brings the totals up to date with the changes since the last time. It returns
// their state, and whether there is more to do: totals that are not built yet, or more
// changes than one call reads. It writes nothing where nothing has changed. Totals that
// are built again are not ready.
func (s Service) Refresh(ctx context.Context, w Workspace) (state domain.TotalsState, more bool, err error) {
	state, p, err := s.keeper().refresh(ctx, w)
	return state, p == notReady || p == behind, err
}

// IsReady reports whether the totals are built, with the days of the workspace's zone.
func IsReady(state domain.TotalsState, w Workspace) bool {
	return state.IsReady && budgetForm{}.fits(state, w)
}

func (s budgetForm) readState(ctx context.Context, w domain.ID) (domain.TotalsState, error) {
	return s.Store.TotalsState(ctx, w)
}

func (s budgetForm) writeState(ctx context.Context, w domain.ID, was, now domain.TotalsState) error {
	return s.Store.ChangeTotalsState(ctx, w, was, now)
}

func (s budgetForm) queueState(ctx context.Context, w domain.ID, was, now domain.TotalsState) error {
	return s.Store.QueueBudgetTotals(ctx, w, was, now)
}

func (budgetForm) first(w Workspace, _ domain.TotalsState) domain.TotalsState {
	return domain.TotalsState{Zone: w.Zone}
}

func (budgetForm) fits(state domain.TotalsState, w Workspace) bool { return state.Zone == w.Zone }
