package worker

import (
	"context"

	"stint/shared/domain"
	"stint/shared/store"
)

// Undoer sets broken-off submissions aside.
type Undoer interface {
	// UndoRound sets a round aside whose lease is over. Errors: conflict while
	// the lease runs.
	UndoRound(ctx context.Context, workspace, submission domain.ID, round int) error
}

var _ Undoer = (*store.Store)(nil)

// undoing is the handler of what the makers of large submissions leave for the
// case that they die.
func undoing(u Undoer) map[domain.WorkKind]Handler {
	return map[domain.WorkKind]Handler{
		domain.WorkUndoRound: atOnce(func(ctx context.Context, w domain.Work) error {
			return u.UndoRound(ctx, w.WorkspaceID, w.TargetID, w.Round)
		}),
	}
}
