package totals

import (
	"context"

	"stint/shared/domain"
	"stint/shared/store"
)

// notedMonths is after how many months of a user the state says how far a building is. A
// building that stops sums these months again.
const notedMonths = 8

// buildUser implements form. It makes the totals of the months in which a user has entries or
// totals.
func (s budgetForm) buildUser(ctx context.Context, w Workspace, user domain.ID) error {
	state, err := s.Store.TotalsState(ctx, w.ID)
	if err != nil {
		return err
	}
	if !s.fits(state, w) {
		return errSettingsChanged
	}
	b, rest := budgetBuild{budgetForm: s, w: w, user: user}, store.EntryRange{User: user}
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
	err = s.Store.WalkEntries(ctx, w.ID, rest, func(e domain.Entry) error {
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
	if err := b.keeper().sumDays(ctx, b.w, b.user, domain.DaySpan{First: m.First(), Last: m.Last()}, nil); err != nil {
		return err
	}
	b.done = m
	if b.summed++; b.summed%notedMonths != 0 {
		return nil
	}
	return b.keeper().note(ctx, b.w, func(next *domain.TotalsState) { next.PartUser, next.PartMonth = b.user, m })
}
