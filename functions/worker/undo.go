package worker

import (
	"context"

	"stint/shared/domain"
	"stint/shared/store"
)

// RoundUndoer abandons rounds of submissions that were never finished.
type RoundUndoer interface {
	// AbandonExpiredRound abandons a round whose lease has expired. Errors:
	// conflict while the lease runs.
	AbandonExpiredRound(ctx context.Context, workspace, submission domain.ID, round int) error
}

var _ RoundUndoer = (*store.Store)(nil)

// undoHandlers is the handler of the work that a large submission leaves before
// it begins, in case its request dies.
func undoHandlers(u RoundUndoer) map[domain.WorkKind]Handler {
	return map[domain.WorkKind]Handler{
		domain.WorkAbandonRound: singleTurn(func(ctx context.Context, w domain.Work) error {
			return u.AbandonExpiredRound(ctx, w.WorkspaceID, w.TargetID, w.Round)
		}),
	}
}
