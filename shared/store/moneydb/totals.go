package moneydb

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/reports"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// ErrTotalsChanged is the error of a write of running totals that are not as they
// were read.
var ErrTotalsChanged = problem.Conflict(problem.WriteRace, "The running totals were changed at the same time.")

// TotalsOf says what running totals are for. Those for each have a state of their own.
type TotalsOf struct {
	stateKey func(workspace domain.ID) table.Key
	build    domain.WorkKind // builds or refreshes the totals
}

var (
	// TotalsOfBudgets are the totals for budgets.
	TotalsOfBudgets = TotalsOf{key.TotalsState, domain.WorkBuildBudgetTotals}
	// TotalsOfReports are the totals for summaries.
	TotalsOfReports = TotalsOf{key.ReportState, domain.WorkBuildReportTotals}
)

// TotalsState reads how far the running totals of a workspace are: the zero state
// where there are none.
func (s *Store) TotalsState(ctx context.Context, w domain.ID, of TotalsOf) (_ reports.TotalsState, err error) {
	defer core.Wrap(&err, "TotalsState", w)
	state, _, err := table.Get[reports.TotalsState](ctx, s.Table, of.stateKey(w))
	return state, err
}

// ChangeTotalsState writes the state in place of what was read. Errors:
// ErrTotalsChanged.
func (s *Store) ChangeTotalsState(
	ctx context.Context, w domain.ID, of TotalsOf, was, now reports.TotalsState,
) (err error) {
	defer core.Wrap(&err, "ChangeTotalsState", w)
	return s.Table.Commit(ctx, totalsStateAction(of.stateKey(w), was, now))
}

// QueueTotals is ChangeTotalsState with the work that builds or refreshes the totals.
// Errors: ErrTotalsChanged.
func (s *Store) QueueTotals(ctx context.Context, w domain.ID, of TotalsOf, was, now reports.TotalsState) (err error) {
	defer core.Wrap(&err, "QueueTotals", w)
	work := domain.Work{ID: domain.NewID(), Kind: of.build, WorkspaceID: w, TargetID: w, CreatedAt: s.Instant()}
	return s.Table.Commit(ctx, totalsStateAction(of.stateKey(w), was, now), core.Enqueue(work, s.Instant()))
}

// totalsStateAction makes a new version of a state. Of two writers that read the same version, one succeeds. The other
// gets ErrTotalsChanged and reads again.
func totalsStateAction(k table.Key, was, now reports.TotalsState) table.Action {
	now.Version = was.Version + 1
	it := table.Encode(k, now)
	if was.Version == 0 {
		return table.Create(it).Or(ErrTotalsChanged)
	}
	return table.Replace(it, was.Version).Or(ErrTotalsChanged)
}

// UserTotals are the running totals of a user's month, with the state that was read
// before them.
type UserTotals struct {
	State reports.TotalsState
	Month reports.UserMonth
}

// UserTotals reads the state, and then the running totals of a user's month. The order
// matters: a write under the state that was read finds the totals as they were read.
func (s *Store) UserTotals(ctx context.Context, w, u domain.ID, m domain.Month) (t UserTotals, err error) {
	defer core.Wrap(&err, "UserTotals", w, u)
	if t.State, err = s.TotalsState(ctx, w, TotalsOfBudgets); err != nil {
		return t, err
	}
	t.Month, _, err = table.Get[reports.UserMonth](ctx, s.Table, key.UserMonth(w, u, m))
	t.Month.UserID, t.Month.Month = u, m
	return t, err
}

// UserMonths reads the months of a user that have running totals, from first to last, in their
// order.
func (s *Store) UserMonths(
	ctx context.Context, w, u domain.ID, first, last domain.Month,
) (_ []reports.UserMonth, err error) {
	defer core.Wrap(&err, "UserMonths", w, u)
	months := key.MonthsOfUserPrefix(u)
	return table.ReadAll[reports.UserMonth](ctx, s.Table, table.Range{
		Index: table.Base, Partition: key.TotalsOfPK(w, u), From: months + string(first),
		To: table.PrefixEnd(months + string(last)),
	})
}

// ApplyTotals makes changes of one user's month in the totals of the user and of the
// projects. Errors: ErrTotalsChanged.
func (s *Store) ApplyTotals(ctx context.Context, w domain.ID, t UserTotals, deltas []reports.ProjectDelta) (err error) {
	defer core.Wrap(&err, "ApplyTotals", w)
	projects, err := s.projectTotalsOf(ctx, w, t.Month.Month, deltas)
	if err != nil {
		return err
	}
	for _, d := range deltas {
		t.Month.Apply(d)
		if d.ProjectID != reports.NoProject {
			projects[d.ProjectID].apply(d)
		}
	}
	actions := []table.Action{
		totalsStateAction(key.TotalsState(w), t.State, t.State),
		table.Put(table.Encode(key.UserMonth(w, t.Month.UserID, t.Month.Month), t.Month)),
	}
	for id, p := range projects {
		actions = append(actions,
			table.Put(table.Encode(key.ProjectMonth(w, id, p.month.Month), p.month)),
			table.Put(table.Encode(key.ProjectTotal(w, id), p.total)))
	}
	return s.Table.Commit(ctx, actions...)
}

// projectTotals are the running totals of a project: of one month and altogether.
type projectTotals struct {
	month reports.ProjectMonth
	total reports.ProjectTotal
}

func (p *projectTotals) apply(d reports.ProjectDelta) {
	p.month.Apply(d)
	p.total.Apply(d)
}

// projectTotalsOf reads the totals of the projects that change.
func (s *Store) projectTotalsOf(
	ctx context.Context, w domain.ID, m domain.Month, deltas []reports.ProjectDelta,
) (map[domain.ID]*projectTotals, error) {
	var keys []table.Key
	all := map[domain.ID]*projectTotals{}
	for _, d := range deltas {
		if d.ProjectID != reports.NoProject && all[d.ProjectID] == nil {
			all[d.ProjectID] = new(projectTotals)
			keys = append(keys, key.ProjectMonth(w, d.ProjectID, m), key.ProjectTotal(w, d.ProjectID))
		}
	}
	f, err := s.Table.BatchGet(ctx, keys...)
	if err != nil {
		return nil, err
	}
	for id, p := range all {
		if p.month, _, err = table.Lookup[reports.ProjectMonth](f, key.ProjectMonth(w, id, m)); err != nil {
			return nil, err
		}
		if p.total, _, err = table.Lookup[reports.ProjectTotal](f, key.ProjectTotal(w, id)); err != nil {
			return nil, err
		}
		p.month.ProjectID, p.month.Month, p.total.ProjectID = id, m, id
	}
	return all, nil
}

// ProjectDays are days of a project, from First to Last. They are of at most two
// months. With First "" they are all days.
type ProjectDays struct {
	ProjectID   domain.ID
	First, Last domain.Date
}

// keys are the keys of the totals that have the days.
func (d ProjectDays) keys(w domain.ID) []table.Key {
	if d.First == "" {
		return []table.Key{key.ProjectTotal(w, d.ProjectID)}
	}
	return table.DistinctKeys([]table.Key{
		key.ProjectMonth(w, d.ProjectID, domain.MonthOf(d.First)), key.ProjectMonth(w, d.ProjectID, domain.MonthOf(d.Last)),
	})
}

// ProjectSums reads the running totals of the days of some projects, in the same order,
// in one batch read.
func (s *Store) ProjectSums(ctx context.Context, w domain.ID, all []ProjectDays) (_ []reports.Sum, err error) {
	defer core.Wrap(&err, "ProjectSums", w)
	var keys []table.Key
	for _, days := range all {
		keys = append(keys, days.keys(w)...)
	}
	f, err := s.Table.BatchGet(ctx, keys...)
	if err != nil {
		return nil, err
	}
	sums := make([]reports.Sum, len(all))
	for i, days := range all {
		if sums[i], err = sumOfDays(f, w, days); err != nil {
			return nil, err
		}
	}
	return sums, nil
}

func sumOfDays(f table.Items, w domain.ID, days ProjectDays) (sum reports.Sum, err error) {
	if days.First == "" {
		total, _, err := table.Lookup[reports.ProjectTotal](f, key.ProjectTotal(w, days.ProjectID))
		return total.Sum, err
	}
	for _, k := range days.keys(w) {
		month, _, err := table.Lookup[reports.ProjectMonth](f, k)
		if err != nil {
			return sum, err
		}
		sum = sum.Plus(month.Between(days.First, days.Last))
	}
	return sum, nil
}
