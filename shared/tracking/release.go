package tracking

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/store"
)

// Asider gives up submissions whose making was broken off.
type Asider interface {
	// SetAside gives up a round of a submission that is being made. Errors:
	// store.ErrRoundOver when it is not in that round any more.
	SetAside(ctx context.Context, workspace domain.ID, s domain.Submission) error
}

var _ Asider = (*store.Store)(nil)

// Release makes sure that entries which are to be changed are free, given the
// submissions that their stamps name. One that was claimed by a maker who has
// had their time is taken back. Errors: conflict for a locked entry, and for
// one that is being submitted at this moment.
func Release(ctx context.Context, s Asider, r *route.Request, locks domain.Locks, entries ...domain.Entry) error {
	aside := map[domain.ID]bool{}
	for _, e := range entries {
		if locks.By(e) != "" {
			return domain.ErrLocked
		}
		claimer, claimed := locks.Claimed(e)
		switch {
		case !claimed || aside[claimer.ID]:
			continue
		case locks.Taken(e, r.Now):
			return domain.ErrSubmitting
		}
		if err := s.SetAside(ctx, r.WorkspaceID(), claimer); err != nil {
			return err
		}
		aside[claimer.ID] = true
	}
	return nil
}
