package totals

import (
	"context"
	"errors"
	"maps"
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/reports"
	"stint/shared/domain/timelog"
	"stint/shared/store/moneydb"
	"stint/shared/store/timedb"
)

// maxProjects is how many projects one write changes: each takes two of the actions of
// a transaction.
const maxProjects = 45

// errSettingsChanged is the error of a step that was made with other settings than the totals
// have now: another time zone, or another rounding.
var errSettingsChanged = errors.New("totals: the settings of the workspace have changed")

// sumChanged implements form.
func (s budgetForm) sumChanged(ctx context.Context, w Workspace, all map[domain.ID][]domain.DaySpan, f *fence) error {
	for _, user := range slices.Sorted(maps.Keys(all)) {
		for _, days := range all[user] {
			if err := s.sumDays(ctx, w, user, days, f); err != nil {
				return err
			}
		}
	}
	return nil
}

// sumDays makes the totals of some days of a user again, month by month. Errors:
// errSettingsChanged; moneydb.ErrTotalsChanged behind a fence.
func (s budgetForm) sumDays(ctx context.Context, w Workspace, user domain.ID, days domain.DaySpan, f *fence) error {
	months, err := s.keeper().monthsToSum(ctx, w, user, days)
	if err != nil {
		return err
	}
	for _, m := range months {
		part := domain.DaySpan{First: max(days.First, m.First()), Last: min(days.Last, m.Last())}
		if err := f.retry(ctx, func() error { return s.sumDaysOfMonth(ctx, w, user, m, part, f) }); err != nil {
			return err
		}
	}
	return nil
}

// sumDaysOfMonth makes the totals of some days of a user's month again. It reads the totals before the entries: a
// change of the entries after that is read by a later step, and a change of the totals
// makes its write fail with moneydb.ErrTotalsChanged.
func (s budgetForm) sumDaysOfMonth(ctx context.Context, w Workspace, user domain.ID, m domain.Month,
	days domain.DaySpan, f *fence) error {
	for {
		was, err := s.Store.UserTotals(ctx, w.ID, user, m)
		if err == nil {
			err = f.check(was.State)
		}
		if err != nil {
			return err
		}
		if was.State.Zone != w.Zone {
			return errSettingsChanged
		}
		summed, err := s.readDays(ctx, w, user, days)
		if err != nil {
			return err
		}
		deltas := was.Month.DeltasTo(summed, days.First, days.Last)
		part := firstProjects(deltas, maxProjects)
		if len(part) == 0 {
			return nil
		}
		if err := s.Store.ApplyTotals(ctx, w.ID, was, part); err != nil {
			return err
		}
		if f.wrote(); len(part) == len(deltas) {
			return nil
		}
	}
}

// firstProjects are the changes of the first projects.
func firstProjects(deltas []reports.ProjectDelta, projects int) []reports.ProjectDelta {
	for i := range deltas {
		if i == 0 || deltas[i].ProjectID != deltas[i-1].ProjectID {
			if projects--; projects < 0 {
				return deltas[:i]
			}
		}
	}
	return deltas
}

// readDays sums up the entries of some days of a user.
func (s budgetForm) readDays(ctx context.Context, w Workspace, user domain.ID,
	days domain.DaySpan) (map[domain.Date]reports.ProjectSums, error) {
	zone := w.Zone.Location()
	from, to := days.First.StartOfDay(zone), days.Last.AddDays(1).StartOfDay(zone)
	summed := map[domain.Date]reports.ProjectSums{}
	entries := timedb.EntryRange{User: user, Span: timelog.Span{From: &from, To: &to}}
	return summed, s.Store.WalkEntries(ctx, w.ID, entries, func(e timelog.Entry) error {
		day := e.StartedAt.DayIn(zone)
		if summed[day] == nil {
			summed[day] = reports.ProjectSums{}
		}
		summed[day].Add(e)
		return nil
	})
}

// An entry that moved often from one year to another may have spans of many days that it has left, and so has an
// entry that an earlier version moved twice. Of so many days almost none differ from their totals, so these are
// compared first, with a few reads, and only the months that differ are summed up.

// narrowMonths is up to how many months are summed up without a comparison.
const narrowMonths = 3

// monthsToSum are the months of the days that are to be summed up: the first and the last one,
// which the days may have in part, and those between whose totals differ from their entries.
func (k keeper) monthsToSum(ctx context.Context, w Workspace, user domain.ID,
	days domain.DaySpan) ([]domain.Month, error) {
	all := days.Months()
	if len(all) <= narrowMonths {
		return all, nil
	}
	first, last := all[0], all[len(all)-1]
	differs, err := k.differing(ctx, w, user, all, days)
	return slices.DeleteFunc(all, func(m domain.Month) bool { return m != first && m != last && !differs[m] }), err
}

// differing implements form.
func (s budgetForm) differing(ctx context.Context, w Workspace, user domain.ID, all []domain.Month,
	days domain.DaySpan) (map[domain.Month]bool, error) {
	known, err := s.Store.UserMonths(ctx, w.ID, user, all[0], all[len(all)-1])
	if err != nil {
		return nil, err
	}
	summed, err := s.readDays(ctx, w, user, days)
	if err != nil {
		return nil, err
	}
	months, differs := map[domain.Month]reports.UserMonth{}, map[domain.Month]bool{}
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
func (r reportForm) differing(ctx context.Context, w Workspace, user domain.ID, all []domain.Month,
	days domain.DaySpan) (map[domain.Month]bool, error) {
	ids := make([]moneydb.UserMonthID, len(all))
	for i, m := range all {
		ids[i] = moneydb.UserMonthID{User: user, Month: m}
	}
	_, known, err := r.Store.ReportMonthsFor(ctx, w.ID, ids)
	if err != nil {
		return nil, err
	}
	lines, err := r.readDays(ctx, w, user, days)
	if err != nil {
		return nil, err
	}
	byMonth, differs := map[domain.Month][]reports.ReportLine{}, map[domain.Month]bool{}
	for _, l := range lines {
		byMonth[domain.MonthOf(l.Day)] = append(byMonth[domain.MonthOf(l.Day)], l)
	}
	for i, m := range all {
		now := pack(known[i], byMonth[m])
		differs[m] = !now.Equal(known[i])
	}
	return differs, nil
}
