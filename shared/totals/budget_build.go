package totals

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/reports"
	"stint/shared/domain/timelog"
	"stint/shared/store/moneydb"
	"stint/shared/store/timedb"
)

// notedMonths is after how many months of a user the state says how far a building is. A
// building that stops sums these months again.
const notedMonths = 8

// buildUser implements form. It makes the totals of the months in which a user has entries or
// totals.
func (s budgetForm) buildUser(ctx context.Context, w Workspace, user domain.ID) error {
	state, err := s.Store.TotalsState(ctx, w.ID, moneydb.TotalsOfBudgets)
	if err != nil {
		return err
	}
	if !s.fits(state, w) {
		return errSettingsChanged
	}
	b, rest := budgetBuild{budgetForm: s, w: w, user: user}, timedb.EntryRange{User: user}
	if state.PartUser == user {
		b.done = state.PartMonth
		from := b.done.Next().First().StartOfDay(w.Zone.Location())
		rest.From = &from
	}
	known, err := s.Store.UserMonths(ctx, w.ID, user, b.done, endOfMonths)
	if err != nil {
		return err
	}
	for _, m := range known {
		b.known = append(b.known, m.Month)
	}
	err = s.Store.WalkEntries(ctx, w.ID, rest, func(e timelog.Entry) error {
		return b.to(ctx, domain.MonthOf(e.StartedAt.DayIn(w.Zone.Location())))
	})
	if err != nil {
		return err
	}
	return b.to(ctx, endOfMonths)
}

// endOfMonths is after all months with entries.
const endOfMonths domain.Month = "9999-12"

// budgetBuild makes the months of a user in their order.
type budgetBuild struct {
	budgetForm
	w      Workspace
	user   domain.ID
	known  []domain.Month // that have totals, in their order
	done   domain.Month   // all months up to it have their totals
	summed int            // how many months it has summed up
}

// to sums up the months that have totals, up to a month, and the month, which has entries. No
// entries are in endOfMonths.
func (b *budgetBuild) to(ctx context.Context, m domain.Month) error {
	for len(b.known) > 0 && b.known[0] < m {
		if err := b.sum(ctx, b.known[0]); err != nil {
			return err
		}
		b.known = b.known[1:]
	}
	if m == endOfMonths {
		return nil
	}
	return b.sum(ctx, m)
}

// sum sums up a month after those that are done.
func (b *budgetBuild) sum(ctx context.Context, m domain.Month) error {
	if m <= b.done {
		return nil
	}
	if err := b.sumDays(ctx, b.w, b.user, domain.DaySpan{First: m.First(), Last: m.Last()}, nil); err != nil {
		return err
	}
	b.done = m
	if b.summed++; b.summed%notedMonths != 0 {
		return nil
	}
	return b.keeper().note(ctx, b.w, func(next *reports.TotalsState) { next.PartUser, next.PartMonth = b.user, m })
}

// budgetForm is the form of the totals for budgets.
type budgetForm struct{ Service }

func (s Service) keeper() keeper {
	return keeper{budgetForm{s}, moneydb.TotalsOfBudgets, s.Store, s.Changes, s.Clock}
}

// Build makes the totals from all entries, user by user. When the context ends it stops,
// and a later call continues with the user and the month at which it stopped. It does nothing
// to totals that are ready. What changes while it runs is read by the next Refresh.
func (s Service) Build(ctx context.Context, w Workspace) error { return s.keeper().build(ctx, w) }

// Refresh brings the totals up to date with the changes since the last time. It returns
// their state, and whether there is more to do: totals that are not built yet, or more
// changes than one call reads. It writes nothing where nothing has changed. Totals that
// are built again are not ready.
func (s Service) Refresh(ctx context.Context, w Workspace) (state reports.TotalsState, more bool, err error) {
	state, p, err := s.keeper().refresh(ctx, w)
	return state, p == notReady || p == behind, err
}

// IsReady reports whether the totals are built, with the days of the workspace's zone.
func IsReady(state reports.TotalsState, w Workspace) bool {
	return state.IsReady && budgetForm{}.fits(state, w)
}

func (budgetForm) first(w Workspace, _ reports.TotalsState) reports.TotalsState {
	return reports.TotalsState{Zone: w.Zone}
}

func (budgetForm) fits(state reports.TotalsState, w Workspace) bool { return state.Zone == w.Zone }
