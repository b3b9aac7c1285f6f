package moneydb

import (
	"cmp"
	"context"

	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/domain/people"
	"stint/shared/domain/reports"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// The totals for summaries have a state of their own. As with those for budgets, every
// write makes a new version of it.

// ReportState reads how far the totals for summaries are: the zero state where there
// are none.
func (s *Store) ReportState(ctx context.Context, w domain.ID) (_ reports.TotalsState, err error) {
	defer core.Wrap(&err, "ReportState", w)
	state, _, err := table.Get[reports.TotalsState](ctx, s.Table, key.ReportState(w))
	return state, err
}

// ChangeReportState writes the state in place of what was read. Errors:
// ErrTotalsChanged.
func (s *Store) ChangeReportState(ctx context.Context, w domain.ID, was, now reports.TotalsState) (err error) {
	defer core.Wrap(&err, "ChangeReportState", w)
	return s.Table.Commit(ctx, totalsStateAction(key.ReportState(w), was, now))
}

// QueueReportTotals is ChangeReportState with the work that builds or refreshes the totals.
// Errors: ErrTotalsChanged.
func (s *Store) QueueReportTotals(ctx context.Context, w domain.ID, was, now reports.TotalsState) (err error) {
	defer core.Wrap(&err, "QueueReportTotals", w)
	return s.Table.Commit(ctx, totalsStateAction(key.ReportState(w), was, now),
		s.enqueueTotals(domain.WorkBuildReportTotals, w))
}

// ReportMonth reads the state, and then a user's month. The order matters: a write under
// the state that was read finds the month as it was read. A month of another generation is
// empty.
func (s *Store) ReportMonth(
	ctx context.Context, w, u domain.ID, m domain.Month,
) (_ reports.TotalsState, _ reports.ReportMonth, err error) {
	defer core.Wrap(&err, "ReportMonth", w, u)
	state, err := s.ReportState(ctx, w)
	if err != nil {
		return state, reports.ReportMonth{}, err
	}
	month, _, err := table.Get[reports.ReportMonth](ctx, s.Table, key.ReportMonth(w, u, m))
	if month.Generation != state.Generation {
		month.Packed, month.IsTooLarge = nil, false
	}
	month.UserID, month.Month, month.Generation = u, m, state.Generation
	return state, month, err
}

// ReportMonthsOf reads the state, and then some months of a user, in the same order. A month of
// another generation is empty.
func (s *Store) ReportMonthsOf(
	ctx context.Context, w, u domain.ID, months []domain.Month,
) (_ []reports.ReportMonth, err error) {
	defer core.Wrap(&err, "ReportMonthsOf", w, u)
	state, err := s.ReportState(ctx, w)
	if err != nil {
		return nil, err
	}
	keys, all := make([]table.Key, len(months)), make([]reports.ReportMonth, len(months))
	for i, m := range months {
		keys[i] = key.ReportMonth(w, u, m)
	}
	found, err := s.Table.BatchGet(ctx, keys...)
	if err != nil {
		return nil, err
	}
	for i, k := range keys {
		month, _, err := table.Lookup[reports.ReportMonth](found, k)
		if err != nil {
			return nil, err
		}
		if month.Generation == state.Generation {
			all[i] = month
		}
	}
	return all, nil
}

// WriteReportMonth writes a user's month under the state that was read before its entries.
// It returns the state as written. Errors: ErrTotalsChanged.
func (s *Store) WriteReportMonth(
	ctx context.Context, w domain.ID, state reports.TotalsState, m reports.ReportMonth,
) (_ reports.TotalsState, err error) {
	defer core.Wrap(&err, "WriteReportMonth", w)
	m.Generation = state.Generation
	err = s.Table.Commit(ctx,
		totalsStateAction(key.ReportState(w), state, state),
		table.Put(table.Encode(key.ReportMonth(w, m.UserID, m.Month), m)))
	state.Version++
	return state, err
}

// ReportMonths reads the months of all users, from first to last, of one generation.
func (s *Store) ReportMonths(
	ctx context.Context, w domain.ID, generation int64, first, last domain.Month,
) (all []reports.ReportMonth, err error) {
	defer core.Wrap(&err, "ReportMonths", w)
	months := table.Range{Index: table.Base, Partition: key.TotalsPK(w), From: key.UsersOfMonthPrefix(first),
		To: table.PrefixEnd(key.UsersOfMonthPrefix(last))}
	err = table.Walk(ctx, s.Table, months, func(m reports.ReportMonth) error {
		if m.Generation == generation {
			all = append(all, m)
		}
		return nil
	})
	return all, err
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
