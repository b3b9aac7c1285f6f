package totals

import (
	"context"
	"errors"

	"stint/shared/domain"
	"stint/shared/store"
)

// maxProjects is how many projects one write changes: each takes two of the actions of
// a transaction.
const maxProjects = 45

// errSettingsChanged is the error of a step that was made with other settings than the totals
// have now: another time zone, or another rounding.
var errSettingsChanged = errors.New("totals: the settings of the workspace have changed")

// sumDaysOfMonth implements form. It reads the totals before the entries: a
// change of the entries after that is read by a later step, and a change of the totals
// makes its write fail with store.ErrTotalsChanged.
func (s budgetForm) sumDaysOfMonth(ctx context.Context, w Workspace, user domain.ID, m domain.Month, days domain.DaySpan, f *fence) error {
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
func firstProjects(deltas []domain.ProjectDelta, projects int) []domain.ProjectDelta {
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
func (s budgetForm) readDays(ctx context.Context, w Workspace, user domain.ID, days domain.DaySpan) (map[domain.Date]domain.ProjectSums, error) {
	zone := w.Zone.Location()
	from, to := days.First.StartOfDay(zone), days.Last.AddDays(1).StartOfDay(zone)
	summed := map[domain.Date]domain.ProjectSums{}
	entries := store.EntryRange{User: user, Span: store.Span{From: &from, To: &to}}
	return summed, s.Store.WalkEntries(ctx, w.ID, entries, func(e domain.Entry) error {
		day := e.StartedAt.DayIn(zone)
		if summed[day] == nil {
			summed[day] = domain.ProjectSums{}
		}
		summed[day].Add(e)
		return nil
	})
}
