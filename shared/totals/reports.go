package totals

import (
	"cmp"
	"context"
	"errors"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/reports"
	"stint/shared/domain/timelog"
	"stint/shared/store"
	"stint/shared/store/moneydb"
	"stint/shared/store/timedb"
)

// ReportStore is the part of the store that the totals for summaries use.
type ReportStore interface {
	keeperStore
	// ReportMonthsFor reads the state, and then some months of users, in the same order.
	ReportMonthsFor(ctx context.Context, workspace domain.ID,
		ids []moneydb.UserMonthID) (reports.TotalsState, []reports.ReportMonth, error)
	// WriteReportMonths writes months of users, each once, under the state that was read, and a state. It returns the
	// state as written. Errors: moneydb.ErrTotalsChanged.
	WriteReportMonths(ctx context.Context, workspace domain.ID, was, now reports.TotalsState,
		months ...reports.ReportMonth) (reports.TotalsState, error)
	// ReportMonths reads the months of all users, from first to last.
	ReportMonths(ctx context.Context, workspace domain.ID, generation int64, first,
		last domain.Month) ([]reports.ReportMonth, error)
	// ReportYears reads the sums of all projects, or of all users, from one year to another one.
	ReportYears(ctx context.Context, workspace domain.ID, of reports.SumsOf, generation int64, first,
		last string) ([]reports.YearSums, error)
	// WalkEntries visits entries, oldest first. Those of one user are strongly consistent.
	WalkEntries(ctx context.Context, workspace domain.ID, c timedb.EntryRange, visit func(timelog.Entry) error) error
}

var _ ReportStore = (*store.Store)(nil)

// Reports keeps the totals for summaries.
type Reports struct {
	Store   ReportStore
	Changes Changes
	Clock   func() time.Time
}

func (r Reports) keeper() keeper {
	return keeper{reportForm{r}, moneydb.TotalsOfReports, r.Store, r.Changes, r.Clock}
}

// Build is as Service.Build.
func (r Reports) Build(ctx context.Context, w Workspace) error { return r.keeper().build(ctx, w) }

// Work builds the totals and brings them up to date for one turn. more says that the turn was
// not enough, and that it made progress.
func (r Reports) Work(ctx context.Context, w Workspace, turn time.Duration) (more bool, err error) {
	return r.keeper().work(ctx, w, turn)
}

// Forget notes that no work is queued for the totals.
func (r Reports) Forget(ctx context.Context, workspace domain.ID) error {
	return r.keeper().forget(ctx, workspace)
}

// Queue queues the building of totals that are not there, or that were made with other
// settings. It does nothing while work is queued.
func (r Reports) Queue(ctx context.Context, w Workspace) error {
	state, err := r.Store.TotalsState(ctx, w.ID, moneydb.TotalsOfReports)
	if err != nil || r.keeper().isReady(state, w) {
		return err
	}
	return r.keeper().queue(ctx, w.ID, state)
}

// How far a summary goes to bring totals up to date before it reads entries instead.
const (
	maxRefreshTime = 2 * time.Second
	maxRefreshes   = 100
)

// Period is the time that a summary reads: months from First to Last.
type Period struct {
	First, Last domain.Month
	// Of says of whom the sums of whole months are enough, and these are from WholeFirst to WholeLast; "" is none.
	Of                    reports.SumsOf
	WholeFirst, WholeLast domain.Month
}

// Sums are the totals of a period.
type Sums struct {
	Months []reports.ReportMonth // without those that are whole
	Years  []reports.YearSums    // with other months of the same years, too
}

// Months is Sums for the months of all users from first to last.
func (r Reports) Months(ctx context.Context, w Workspace, first, last domain.Month) ([]reports.ReportMonth, error) {
	sums, err := r.Sums(ctx, w, Period{First: first, Last: last})
	return sums.Months, err
}

// Sums reads the totals of a period, with all changes that the change feed shows, as they were at one moment. Errors:
// ErrNotBuilt for totals that are not built, that are too far behind, or that others change all the time. It queues
// work that brings totals up to date which are too far behind.
func (r Reports) Sums(ctx context.Context, w Workspace, p Period) (Sums, error) {
	limited, cancel := context.WithTimeout(ctx, maxRefreshTime)
	defer cancel()
	sums, err := r.sums(ctx, limited, w, p)
	if err != nil && limited.Err() != nil && ctx.Err() == nil {
		err = errBehind
	}
	if errors.Is(err, errBehind) {
		return Sums{}, cmp.Or(r.queueRefresh(ctx, w), ErrNotBuilt)
	}
	return sums, err
}

// errBehind is the error of totals that could not be brought up to date in time.
var errBehind = errors.New("totals: they are too far behind")

// queueRefresh queues work that brings totals up to date. Totals that are not built are queued
// by Queue.
func (r Reports) queueRefresh(ctx context.Context, w Workspace) error {
	state, err := r.Store.TotalsState(ctx, w.ID, moneydb.TotalsOfReports)
	if err != nil || !r.keeper().isReady(state, w) {
		return err
	}
	return r.keeper().queue(ctx, w.ID, state)
}

// sums reads the period between two readings of the state that are equal. Before the
// first one nothing was left to sum up, so no step of another reader is half done. Only the refreshes end with limited.
// Errors: ErrNotBuilt, errBehind.
func (r Reports) sums(ctx, limited context.Context, w Workspace, p Period) (Sums, error) {
	for range maxRefreshes {
		state, done, err := r.keeper().refresh(limited, w)
		switch {
		case err != nil:
			return Sums{}, err
		case done == notReady:
			return Sums{}, ErrNotBuilt
		case done != unchanged:
			continue
		}
		sums, err := r.read(ctx, w, state, p)
		if err != nil {
			return sums, err
		}
		after, err := r.Store.TotalsState(ctx, w.ID, moneydb.TotalsOfReports)
		if err != nil || after.Version == state.Version {
			return sums, err
		}
	}
	return Sums{}, errBehind
}

// read reads the totals of a period.
func (r Reports) read(ctx context.Context, w Workspace, state reports.TotalsState, p Period) (s Sums, err error) {
	if p.Of == "" {
		s.Months, err = r.Store.ReportMonths(ctx, w.ID, state.Generation, p.First, p.Last)
		return s, err
	}
	s.Years, err = r.Store.ReportYears(ctx, w.ID, p.Of, state.Generation, yearOf(p.WholeFirst), yearOf(p.WholeLast))
	for _, part := range [][2]domain.Month{{p.First, p.WholeFirst.Before()}, {p.WholeLast.Next(), p.Last}} {
		if err != nil || part[0] > part[1] {
			continue
		}
		var months []reports.ReportMonth
		months, err = r.Store.ReportMonths(ctx, w.ID, state.Generation, part[0], part[1])
		s.Months = append(s.Months, months...)
	}
	return s, err
}

func yearOf(m domain.Month) string { return string(m[:4]) }
