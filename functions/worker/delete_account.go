package worker

import (
	"context"
	"time"

	"stint/shared/accountdeletion"
	"stint/shared/domain"
)

// AccountEraser is the handler that ends what deleted accounts leave.
type AccountEraser struct {
	Service accountdeletion.Service
	Clock   func() time.Time
}

// Erase ends what a deleted account leaves. It does so once more later, because a
// request that read the account before its deletion may still write a record of it.
func (a *AccountEraser) Erase(ctx context.Context, w domain.Work) (*Later, error) {
	now := domain.InstantOf(a.Clock())
	settled := w.CreatedAt.Plus(domain.WriteGrace)
	if err := a.Service.Finish(ctx, w.UserID, now); err != nil || !now.Before(settled.Time) {
		return nil, err
	}
	return &Later{At: settled}, nil
}
