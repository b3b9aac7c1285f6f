package totals

import (
	"bytes"
	"context"
	"slices"

	"stint/shared/domain"
)

// An entry that moved from one year to another changes the days of both, and all days between
// them if it moved again. Of so many days almost none differ from their totals, so these are
// compared first, with a few reads, and only the months that differ are summed up.

// narrowMonths is up to how many months are summed up without a comparison.
const narrowMonths = 3

// monthsToSum are the months of the days that are to be summed up: the first and the last one,
// which the days may have in part, and those between whose totals differ from their entries.
func (k keeper) monthsToSum(ctx context.Context, w Workspace, user domain.ID, days domain.DaySpan) ([]domain.Month, error) {
	all := days.Months()
	if len(all) <= narrowMonths {
		return all, nil
	}
	first, last := all[0], all[len(all)-1]
	differs, err := k.differing(ctx, w, user, all, days)
	return slices.DeleteFunc(all, func(m domain.Month) bool { return m != first && m != last && !differs[m] }), err
}

// differing implements form.
func (s budgetForm) differing(ctx context.Context, w Workspace, user domain.ID, all []domain.Month, days domain.DaySpan) (map[domain.Month]bool, error) {
	known, err := s.Store.UserMonths(ctx, w.ID, user, all[0], all[len(all)-1])
	if err != nil {
		return nil, err
	}
	summed, err := s.readDays(ctx, w, user, days)
	if err != nil {
		return nil, err
	}
	months, differs := map[domain.Month]domain.UserMonth{}, map[domain.Month]bool{}
	for _, m := range known {
		months[m.Month] = m
	}
	for _, m := range all {
		was := months[m]
		was.Month = m
		differs[m] = len(was.DeltasTo(summed, m.First(), m.Last())) > 0
	}
	return differs, nil
}

// differing implements form.
func (r reportForm) differing(ctx context.Context, w Workspace, user domain.ID, all []domain.Month, days domain.DaySpan) (map[domain.Month]bool, error) {
	known, err := r.Store.ReportMonthsOf(ctx, w.ID, user, all)
	if err != nil {
		return nil, err
	}
	lines, err := r.readDays(ctx, w, user, days)
	if err != nil {
		return nil, err
	}
	byMonth, differs := map[domain.Month][]domain.ReportLine{}, map[domain.Month]bool{}
	for _, l := range lines {
		byMonth[domain.MonthOf(l.Day)] = append(byMonth[domain.MonthOf(l.Day)], l)
	}
	for i, m := range all {
		now := pack(known[i], byMonth[m])
		differs[m] = now.IsTooLarge != known[i].IsTooLarge || !bytes.Equal(now.Packed, known[i].Packed)
	}
	return differs, nil
}
