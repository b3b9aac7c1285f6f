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

// ReservationEnder frees what requests reserved that were never finished.
type ReservationEnder interface {
	// EndReservation frees what a reservation holds, unless its records were made. It may
	// be repeated.
	EndReservation(ctx context.Context, workspace, reservation domain.ID) error
}

var (
	_ RoundUndoer      = (*store.Store)(nil)
	_ ReservationEnder = (*store.Store)(nil)
)

// undoHandlers are the handlers of the work that large writes leave before they begin,
// in case their request dies.
func undoHandlers(u RoundUndoer, e ReservationEnder) map[domain.WorkKind]Handler {
	return map[domain.WorkKind]Handler{
		domain.WorkAbandonRound: singleTurn(func(ctx context.Context, w domain.Work) error {
			return u.AbandonExpiredRound(ctx, w.WorkspaceID, w.TargetID, w.Round)
		}),
		domain.WorkEndReservation: singleTurn(func(ctx context.Context, w domain.Work) error {
			return e.EndReservation(ctx, w.WorkspaceID, w.TargetID)
		}),
	}
}
