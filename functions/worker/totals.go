package worker

import (
	"context"
	"time"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/store"
	"stint/shared/totals"
)

// totalsTurn is how long totals are built or refreshed at a time.
const totalsTurn = 20 * time.Second

// RunningTotals are the totals for summaries, or those for budgets.
type RunningTotals interface {
	// Work builds the totals and brings them up to date for one turn. more says that the
	// turn was not enough, and that it made progress.
	Work(ctx context.Context, w totals.Workspace, turn time.Duration) (more bool, err error)
	// Forget notes that no work is queued for the totals.
	Forget(ctx context.Context, workspace domain.ID) error
}

var (
	_ RunningTotals = totals.Reports{}
	_ RunningTotals = totals.Service{}
)

// TotalsBuilder is the handler that builds running totals and brings them up to date.
type TotalsBuilder struct {
	Store  *store.Store
	Totals RunningTotals
	Turn   time.Duration // how long it builds before other work may come first
}

// Build builds totals for one turn. Those of a deleted workspace are not needed, and are queued
// again if it is restored. A turn that had not enough time has not failed if it made progress:
// the next one continues where it stopped.
func (b *TotalsBuilder) Build(ctx context.Context, w domain.Work) (*Later, error) {
	in, billing, err := b.Store.ReportSettings(ctx, w.WorkspaceID)
	if problem.Is(err, problem.CodeNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if in.Deleted() {
		return nil, b.Totals.Forget(ctx, w.WorkspaceID)
	}
	more, err := b.Totals.Work(ctx, totals.Workspace{ID: in.ID, Zone: in.Timezone, Rounding: billing.Rounding}, b.Turn)
	if more {
		return new(Later), err
	}
	return nil, err
}
