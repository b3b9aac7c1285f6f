package totals

import (
	"context"
	"time"

	"stint/shared/domain"
)

// form is one form of totals: what they keep of each day of a user, and where.
type form interface {
	// readState reads how far the totals are: the zero state where there are none.
	readState(ctx context.Context, workspace domain.ID) (domain.TotalsState, error)
	// writeState replaces the state. Errors: store.ErrTotalsChanged.
	writeState(ctx context.Context, workspace domain.ID, was, now domain.TotalsState) error
	// queueState is writeState, and queues work that builds or refreshes the totals. Errors:
	// store.ErrTotalsChanged.
	queueState(ctx context.Context, workspace domain.ID, was, now domain.TotalsState) error
	// first is the state of totals that begin in place of others.
	first(w Workspace, was domain.TotalsState) domain.TotalsState
	// fits reports whether totals are made with the settings of the workspace.
	fits(state domain.TotalsState, w Workspace) bool
	// buildUser makes the totals of all entries of a user, month by month. The state names the
	// last month, and a later call continues after it. Errors: errSettingsChanged.
	buildUser(ctx context.Context, w Workspace, user domain.ID) error
	// sumDaysOfMonth makes the totals of some days of a user's month again. Errors:
	// errSettingsChanged, store.ErrTotalsChanged.
	sumDaysOfMonth(ctx context.Context, w Workspace, user domain.ID, m domain.Month, days domain.DaySpan, f *fence) error
	// differing tells which of the months of the days have totals that differ from the
	// entries.
	differing(ctx context.Context, w Workspace, user domain.ID, all []domain.Month, days domain.DaySpan) (map[domain.Month]bool, error)
}

// members lists the users who may have entries.
type members interface {
	// EverMemberIDs lists the members of a workspace by id, also former ones.
	EverMemberIDs(ctx context.Context, workspace domain.ID) ([]domain.ID, error)
}

// keeper builds totals of a form and brings them up to date.
type keeper struct {
	form
	members members
	changes Changes
	clock   func() time.Time
}

// isReady reports whether the totals are built, with the settings of the workspace.
func (k keeper) isReady(state domain.TotalsState, w Workspace) bool {
	return state.IsReady && k.fits(state, w)
}

// sumDays makes the totals of some days of a user again, month by month. Errors:
// errSettingsChanged; store.ErrTotalsChanged behind a fence.
func (k keeper) sumDays(ctx context.Context, w Workspace, user domain.ID, days domain.DaySpan, f *fence) error {
	months, err := k.monthsToSum(ctx, w, user, days)
	if err != nil {
		return err
	}
	for _, m := range months {
		part := domain.DaySpan{First: max(days.First, m.First()), Last: min(days.Last, m.Last())}
		if err := f.retry(ctx, func() error { return k.sumDaysOfMonth(ctx, w, user, m, part, f) }); err != nil {
			return err
		}
	}
	return nil
}
