package worker

import (
	"context"
	"time"

	"stint/shared/accountdeletion"
	"stint/shared/auth/opaque"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/secret"
	"stint/shared/store"
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

// PurgeStore removes the content of deleted workspaces.
type PurgeStore interface {
	// Purge removes the content of a deleted workspace. It may be stopped and
	// repeated.
	Purge(ctx context.Context, x store.PurgeRequest) (store.PurgeResult, error)
}

var _ PurgeStore = (*store.Store)(nil)

// purgeTurn is how long a purge runs at a time.
const purgeTurn = 20 * time.Second

// Purger is the handler of purges.
type Purger struct {
	Store   PurgeStore
	Secrets secret.Source
	Turn    time.Duration // how long a purge runs before other work may come first
}

// Purge removes the content of a deleted workspace. It does so once more later,
// when no request can still be writing into the workspace. A large workspace
// takes several turns: a turn that removed something has not failed.
func (p *Purger) Purge(ctx context.Context, w domain.Work) (*Later, error) {
	turn, cancel := context.WithTimeout(ctx, p.Turn)
	defer cancel()
	got, err := p.Store.Purge(turn, store.PurgeRequest{WorkspaceID: w.WorkspaceID, TokenDigest: p.tokenDigest})
	switch {
	case err != nil && turn.Err() != nil && got.Removed > 0:
		return new(Later), nil
	case err != nil || got.NextAt == nil:
		return nil, err
	default:
		return &Later{At: *got.NextAt}, nil
	}
}

// tokenDigest is the digest of an invitation's current token.
func (p *Purger) tokenDigest(ctx context.Context, i people.Invitation) (string, error) {
	return opaque.MailTokenDigest(ctx, p.Secrets, i.NewMail(i.CreatedAt))
}
