package worker

import (
	"context"
	"time"

	"stint/shared/auth/derive"
	"stint/shared/domain"
	"stint/shared/store"
)

// Purges removes what is in deleted workspaces.
type Purges interface {
	// Purge goes over a deleted workspace; it may be broken off and repeated.
	Purge(ctx context.Context, x store.Purge) (store.Purged, error)
}

var _ Purges = (*store.Store)(nil)

// PurgeTurn is how long a purge goes on at a time.
const PurgeTurn = 20 * time.Second

// Purger is the handler of purges.
type Purger struct {
	Store  Purges
	Master []byte        // the secret that tokens are derived from
	Turn   time.Duration // how long a purge goes on before other work may come first
}

// Purge removes what is in a deleted workspace, and once more when no request
// can be writing into it any more. A large one takes several turns: as long as
// each of them removes something, that is no failure.
func (p *Purger) Purge(ctx context.Context, w domain.Work) (*Later, error) {
	turn, cancel := context.WithTimeout(ctx, p.Turn)
	defer cancel()
	got, err := p.Store.Purge(turn, store.Purge{WorkspaceID: w.WorkspaceID, Token: p.token})
	switch {
	case err != nil && turn.Err() != nil && got.Removed > 0:
		return new(Later), nil
	case err != nil || got.Again == nil:
		return nil, err
	default:
		return &Later{At: *got.Again}, nil
	}
}

// token is the digest of an invitation's present token.
func (p *Purger) token(i domain.Invitation) string {
	return derive.Digest(derive.TokenFor(p.Master, i.Mail(i.CreatedAt)))
}
