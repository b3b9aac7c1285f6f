package tracking

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/store"
)

// RoundAbandoner abandons rounds in progress.
type RoundAbandoner interface {
	// AbandonRound gives up the round in progress of a submission. Errors:
	// store.ErrRoundOver when it is over already.
	AbandonRound(ctx context.Context, workspace domain.ID, s domain.Submission) error
}

var _ RoundAbandoner = (*store.Store)(nil)

// EnsureEditable makes sure that no submission holds what the plan changes.
// Errors: conflict, as ensureEditable.
func (p Plan) EnsureEditable(ctx context.Context, s RoundAbandoner) error {
	var changed []domain.Entry
	for _, c := range p.Changes() {
		if c.Before != nil && c.WriteCount() > 0 {
			changed = append(changed, *c.Before)
		}
	}
	return ensureEditable(ctx, s, p.request, p.Locks, changed...)
}

// ensureEditable makes sure that no submission holds the entries, given the
// submissions that their stamps name. A claim whose maker's lease is over is
// abandoned. Errors: conflict for a locked entry, and for one that is being
// submitted.
func ensureEditable(ctx context.Context, s RoundAbandoner, r *route.Request, locks domain.Locks, entries ...domain.Entry) error {
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
