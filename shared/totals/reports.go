package totals

import (
	"context"
	"errors"
	"time"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/store"
)

// ReportStore is the part of the store that the totals for summaries use.
type ReportStore interface {
	members
	// ReportState reads how far the totals are: the zero state where there are none.
	ReportState(ctx context.Context, workspace domain.ID) (domain.TotalsState, error)
	// ChangeReportState replaces the state. Errors: store.ErrTotalsChanged.
	ChangeReportState(ctx context.Context, workspace domain.ID, was, now domain.TotalsState) error
	// QueueReportTotals replaces the state and queues the building. Errors:
	// store.ErrTotalsChanged.
	QueueReportTotals(ctx context.Context, workspace domain.ID, was, now domain.TotalsState) error
	// ReportMonth reads the state, and then a user's month.
	ReportMonth(ctx context.Context, workspace, user domain.ID, m domain.Month) (domain.TotalsState, domain.ReportMonth, error)
	// WriteReportMonth writes a user's month under the state that was read, and returns the
	// state as written. Errors: store.ErrTotalsChanged.
	WriteReportMonth(ctx context.Context, workspace domain.ID, state domain.TotalsState, m domain.ReportMonth) (domain.TotalsState, error)
	// ReportMonths reads the months of all users, from first to last.
	ReportMonths(ctx context.Context, workspace domain.ID, generation int64, first, last domain.Month) ([]domain.ReportMonth, error)
	// WalkEntries visits entries, oldest first. Those of one user are strongly consistent.
	WalkEntries(ctx context.Context, workspace domain.ID, c store.EntryRange, visit func(domain.Entry) error) error
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

// buildPatience is how long the building that was queued may take before it is queued again.
const buildPatience = 6 * time.Hour

// Queue queues the building of totals that are not there, or that were made with other
// settings. It does nothing while they are being built.
func (r Reports) Queue(ctx context.Context, w Workspace) error {
	was, err := r.Store.ReportState(ctx, w.ID)
	if err != nil {
		return err
	}
	next, now := was, domain.InstantOf(r.Clock())
	if !(reportForm{r}).fits(was, w) {
		next = reportForm{r}.first(w, was)
	} else if was.IsReady || now.Before(was.AsOf.Add(buildPatience)) {
		return nil
	}
	next.AsOf = now
	if err := r.Store.QueueReportTotals(ctx, w.ID, was, next); !errors.Is(err, store.ErrTotalsChanged) {
		return err
	}
	return nil // another request was faster
}

// How far a summary goes to bring totals up to date before it reads entries instead.
const (
	maxRefreshTime = 2 * time.Second
	maxRefreshes   = 20
)

// Months reads the totals of the months from first to last, with all changes that the
// change feed shows, as they were at one moment. Errors: ErrNotBuilt for totals that are not
// built, that are too far behind, or that others change all the time.
func (r Reports) Months(ctx context.Context, w Workspace, first, last domain.Month) ([]domain.ReportMonth, error) {
	limited, cancel := context.WithTimeout(ctx, maxRefreshTime)
	defer cancel()
	months, err := r.months(limited, w, first, last)
	if problem.Is(err, problem.CodeConflict) || limited.Err() != nil && ctx.Err() == nil {
		return nil, ErrNotBuilt
	}
	return months, err
}

// months reads the months between two readings of the state that are equal. Before the
// first one nothing was left to sum up, so no step of another reader is half done.
func (r Reports) months(ctx context.Context, w Workspace, first, last domain.Month) ([]domain.ReportMonth, error) {
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
	return nil, ErrNotBuilt
}
