package worker

import (
	"context"

	"stint/shared/domain"
	"stint/shared/store"
)

// RoundUndoer sets broken-off submissions aside.
type RoundUndoer interface {
	// AbandonExpiredRound sets a round aside whose lease is over. Errors: conflict while
	// the lease runs.
	AbandonExpiredRound(ctx context.Context, workspace, submission domain.ID, round int) error
}

var _ RoundUndoer = (*store.Store)(nil)

// undoHandlers is the handler of what the makers of large submissions leave for the
// case that they die.
func undoHandlers(u RoundUndoer) map[domain.WorkKind]Handler {
	return map[domain.WorkKind]Handler{
		domain.WorkAbandonRound: singleTurn(func(ctx context.Context, w domain.Work) error {
			return u.AbandonExpiredRound(ctx, w.WorkspaceID, w.TargetID, w.Round)
		}),
	}
}
