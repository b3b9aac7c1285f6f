package worker

import (
	"context"
	"time"

	"stint/shared/auth/derive"
	"stint/shared/domain"
	"stint/shared/store"
)

// PurgeStore removes what is in deleted workspaces.
type PurgeStore interface {
	// Purge goes over a deleted workspace; it may be broken off and repeated.
	Purge(ctx context.Context, x store.PurgeRequest) (store.PurgeResult, error)
}

var _ PurgeStore = (*store.Store)(nil)

// PurgeTurn is how long a purge goes on at a time.
const PurgeTurn = 20 * time.Second

// Purger is the handler of purges.
type Purger struct {
	Store        PurgeStore
	MasterSecret []byte        // the secret that tokens are derived from
	Turn         time.Duration // how long a purge goes on before other work may come first
}

// Purge removes what is in a deleted workspace, and once more when no request
// can be writing into it any more. A large one takes several turns: as long as
// each of them removes something, that is no failure.
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

// tokenDigest is the digest of an invitation's present token.
func (p *Purger) tokenDigest(i domain.Invitation) string {
	return derive.TokenDigest(derive.RawMailToken(p.MasterSecret, i.NewMail(i.CreatedAt)))
}
