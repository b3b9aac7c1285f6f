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
	"stint/shared/store/timedb"
)

// ReportStore is the part of the store that the totals for summaries use.
type ReportStore interface {
	members
	// ReportState reads how far the totals are: the zero state where there are none.
	ReportState(ctx context.Context, workspace domain.ID) (reports.TotalsState, error)
	// ChangeReportState replaces the state. Errors: store.ErrTotalsChanged.
	ChangeReportState(ctx context.Context, workspace domain.ID, was, now reports.TotalsState) error
	// QueueReportTotals replaces the state and queues work that builds or refreshes the
	// totals. Errors: store.ErrTotalsChanged.
	QueueReportTotals(ctx context.Context, workspace domain.ID, was, now reports.TotalsState) error
	// ReportMonth reads the state, and then a user's month.
	ReportMonth(ctx context.Context, workspace, user domain.ID,
		m domain.Month) (reports.TotalsState, reports.ReportMonth, error)
	// ReportMonthsOf reads some months of a user, in the same order.
	ReportMonthsOf(ctx context.Context, workspace, user domain.ID, all []domain.Month) ([]reports.ReportMonth, error)
	// WriteReportMonth writes a user's month under the state that was read, and returns the
	// state as written. Errors: store.ErrTotalsChanged.
	WriteReportMonth(ctx context.Context, workspace domain.ID, state reports.TotalsState,
		m reports.ReportMonth) (reports.TotalsState, error)
	// ReportMonths reads the months of all users, from first to last.
	ReportMonths(ctx context.Context, workspace domain.ID, generation int64, first,
		last domain.Month) ([]reports.ReportMonth, error)
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
	return keeper{form: reportForm{r}, members: r.Store, changes: r.Changes, clock: r.Clock}
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
	state, err := r.Store.ReportState(ctx, w.ID)
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

// Months reads the totals of the months from first to last, with all changes that the
// change feed shows, as they were at one moment. Errors: ErrNotBuilt for totals that are not
// built, that are too far behind, or that others change all the time. It queues work that
// brings totals up to date which are too far behind.
func (r Reports) Months(ctx context.Context, w Workspace, first, last domain.Month) ([]reports.ReportMonth, error) {
	limited, cancel := context.WithTimeout(ctx, maxRefreshTime)
	defer cancel()
	months, err := r.months(limited, w, first, last)
	if err != nil && limited.Err() != nil && ctx.Err() == nil {
		err = errBehind
	}
	if errors.Is(err, errBehind) {
		return nil, cmp.Or(r.queueRefresh(ctx, w), ErrNotBuilt)
	}
	return months, err
}

// errBehind is the error of totals that could not be brought up to date in time.
var errBehind = errors.New("totals: they are too far behind")

// queueRefresh queues work that brings totals up to date. Totals that are not built are queued
// by Queue.
func (r Reports) queueRefresh(ctx context.Context, w Workspace) error {
	state, err := r.Store.ReportState(ctx, w.ID)
	if err != nil || !r.keeper().isReady(state, w) {
		return err
	}
	return r.keeper().queue(ctx, w.ID, state)
}

// months reads the months between two readings of the state that are equal. Before the
// first one nothing was left to sum up, so no step of another reader is half done. Errors:
// ErrNotBuilt, errBehind.
func (r Reports) months(ctx context.Context, w Workspace, first, last domain.Month) ([]reports.ReportMonth, error) {
	for range maxRefreshes {
		state, p, err := r.keeper().refresh(ctx, w)
		switch {
		case err != nil:
			return nil, err
		case p == notReady:
			return nil, ErrNotBuilt
		case p != unchanged:
			continue
		}
		months, err := r.Store.ReportMonths(ctx, w.ID, state.Generation, first, last)
		if err != nil {
			return nil, err
		}
		after, err := r.Store.ReportState(ctx, w.ID)
		if err != nil || after.Version == state.Version {
			return months, err
		}
	}
	return nil, errBehind
}
