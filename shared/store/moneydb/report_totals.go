package moneydb

import (
	"cmp"
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/domain/people"
	"stint/shared/domain/reports"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// UserMonthID names a month of a user.
type UserMonthID struct {
	User  domain.ID
	Month domain.Month
}

// ReportMonthsFor reads the state, and then some months of users, in the same order. The order matters: a write under
// the state that was read finds the months as they were read. A month of another generation is empty.
func (s *Store) ReportMonthsFor(
	ctx context.Context, w domain.ID, ids []UserMonthID,
) (_ reports.TotalsState, _ []reports.ReportMonth, err error) {
	defer core.Wrap(&err, "ReportMonthsFor", w)
	state, err := s.TotalsState(ctx, w, TotalsOfReports)
	if err != nil {
		return state, nil, err
	}
	all, err := s.reportMonthsOf(ctx, w, state.Generation, ids)
	return state, all, err
}

func (s *Store) reportMonthsOf(
	ctx context.Context, w domain.ID, generation int64, ids []UserMonthID,
) ([]reports.ReportMonth, error) {
	keys, all := make([]table.Key, len(ids)), make([]reports.ReportMonth, len(ids))
	for i, id := range ids {
		keys[i] = key.ReportMonth(w, id.User, id.Month)
	}
	found, err := table.GetEach[reports.ReportMonth](ctx, s.Table, keys)
	if err != nil {
		return nil, err
	}
	for i, month := range found {
		if month != nil && month.Generation == generation {
			all[i] = *month
		}
		all[i].UserID, all[i].Month, all[i].Generation = ids[i].User, ids[i].Month, generation
	}
	return all, nil
}

// ReportMonths reads the months of all users, from first to last, of one generation.
func (s *Store) ReportMonths(
	ctx context.Context, w domain.ID, generation int64, first, last domain.Month,
) (_ []reports.ReportMonth, err error) {
	defer core.Wrap(&err, "ReportMonths", w)
	return readTotals(ctx, s, w, key.UsersOfMonthPrefix(first), key.UsersOfMonthPrefix(last),
		func(m reports.ReportMonth) bool { return m.Generation == generation })
}

// ReportYears reads the sums of all projects, or of all users, from one year to another one, of one generation.
func (s *Store) ReportYears(
	ctx context.Context, w domain.ID, of reports.SumsOf, generation int64, first, last string,
) (_ []reports.YearSums, err error) {
	defer core.Wrap(&err, "ReportYears", w)
	return readTotals(ctx, s, w, key.YearSumsPrefix(of, first), key.YearSumsPrefix(of, last),
		func(y reports.YearSums) bool { return y.Generation == generation })
}

// readTotals reads the running totals from one prefix to another one for which keep is true, of all partitions at the
// same time.
func readTotals[T any](
	ctx context.Context, s *Store, w domain.ID, first, last string, keep func(T) bool,
) ([]T, error) {
	partitions := key.TotalsPKs(w)
	parts := make([][]T, len(partitions))
	g, gctx := errgroup.WithContext(ctx)
	for i, pk := range partitions {
		g.Go(func() error {
			r := table.Range{Index: table.Base, Partition: pk, From: first, To: table.PrefixEnd(last)}
			return table.Walk(gctx, s.Table, r, func(one T) error {
				if keep(one) {
					parts[i] = append(parts[i], one)
				}
				return nil
			})
		})
	}
	err := g.Wait()
	return slices.Concat(parts...), err
}

// ReportSettings reads what the totals for summaries depend on: the workspace and its
// billing settings. Errors: not_found.
func (s *Store) ReportSettings(ctx context.Context, w domain.ID) (in people.Workspace, b money.Billing, err error) {
	defer core.Wrap(&err, "ReportSettings", w)
	f, err := s.Table.BatchGet(ctx, key.Workspace(w), key.Billing(w))
	if err != nil {
		return in, b, err
	}
	var ok bool
	if in, ok, err = table.Lookup[people.Workspace](f, key.Workspace(w)); err != nil || !ok {
		return in, b, cmp.Or(err, error(problem.NotFound()))
	}
	b, _, err = table.Lookup[money.Billing](f, key.Billing(w))
	return in, b, err
}
