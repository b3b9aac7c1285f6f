package worker

import (
	"context"
	"time"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/store"
	"stint/shared/totals"
)

// TotalsSettings reads what the totals for summaries depend on.
type TotalsSettings interface {
	// ReportSettings reads a workspace and its billing settings. Errors: not_found.
	ReportSettings(ctx context.Context, workspace domain.ID) (domain.Workspace, domain.Billing, error)
}

var _ TotalsSettings = (*store.Store)(nil)

// TotalsTurn is how long totals are built at a time.
const TotalsTurn = 20 * time.Second

// TotalsBuilder is the handler that builds the totals for summaries.
type TotalsBuilder struct {
	Store  TotalsSettings
	Totals totals.Reports
	Turn   time.Duration // how long it builds before other work may come first
}

// Build builds totals for one turn. Those of a deleted workspace are not needed. A turn that
// had no time left has not failed: the next one continues with the user at whom it stopped.
func (b *TotalsBuilder) Build(ctx context.Context, w domain.Work) (*Later, error) {
	in, billing, err := b.Store.ReportSettings(ctx, w.WorkspaceID)
	if problem.Is(err, problem.CodeNotFound) || err == nil && in.Deleted() {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	turn, cancel := context.WithTimeout(ctx, b.Turn)
	defer cancel()
	err = b.Totals.Build(turn, totals.Workspace{ID: in.ID, Zone: in.Timezone, Rounding: billing.Rounding})
	if err != nil && turn.Err() != nil && ctx.Err() == nil {
		return new(Later), nil
	}
	return nil, err
}
