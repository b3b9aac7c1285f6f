package tracking

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/store"
)

// RoundAbandoner gives up submissions whose making was broken off.
type RoundAbandoner interface {
	// AbandonRound gives up a round of a submission that is being made. Errors:
	// store.ErrRoundOver when it is not in that round any more.
	AbandonRound(ctx context.Context, workspace domain.ID, s domain.Submission) error
}

var _ RoundAbandoner = (*store.Store)(nil)

// EnsureEditable makes sure that entries which are to be changed are free, given the
// submissions that their stamps name. One that was claimed by a maker who has
// had their time is taken back. Errors: conflict for a locked entry, and for
// one that is being submitted at this moment.
func EnsureEditable(ctx context.Context, s RoundAbandoner, r *route.Request, locks domain.Locks, entries ...domain.Entry) error {
	abandoned := map[domain.ID]bool{}
	for _, e := range entries {
		if locks.LockedBy(e) != "" {
			return domain.ErrLocked
		}
		claimer, claimed := locks.ClaimedBy(e)
		switch {
		case !claimed || abandoned[claimer.ID]:
			continue
		case locks.IsBlocked(e, r.Now):
			return domain.ErrSubmitting
		}
		if err := s.AbandonRound(ctx, r.WorkspaceID(), claimer); err != nil {
			return err
		}
		abandoned[claimer.ID] = true
	}
	return nil
}
