package store

import (
	"context"

	"stint/shared/domain"
)

// A deleted workspace is purged by a walk over its partition. Most of what lies
// there simply goes. Some items lead to others elsewhere, which go first, so
// that whatever breaks off the walk, the next one finds the way again.
//
// Requests that found the workspace standing may still write into it for a
// while. So until domain.PurgeGrace is over, what leads elsewhere stays, and
// with it the item that says that the workspace is deleted: nobody can join it,
// act in it, or find it. The last walk, after that, takes all of it, and that
// item at the very end. No later write is possible then: every one begins with
// reading it.

// Purge is the removal of a deleted workspace.
type Purge struct {
	WorkspaceID domain.ID
	// Token gives the digest of an invitation's present token.
	Token func(domain.Invitation) string
}

// Purged is how far a purge came.
type Purged struct {
	Removed int             // items; also where the purge was broken off
	Again   *domain.Instant // when to purge once more; nil when nothing is left
}

// Purge removes what is in a deleted workspace; one that stands is left alone.
// It may be broken off at any point and repeated: what it has removed it need
// not remove again. It holds at most a few dozen items at a time.
func (s *Store) Purge(ctx context.Context, x Purge) (Purged, error) {
	w, there, err := get[domain.Workspace](ctx, s, metaKey(x.WorkspaceID))
	if err != nil || !there || !w.Deleted() {
		return Purged{}, err
	}
	p := purge{Store: s, Purge: x}
	settled := w.DeletedAt.Plus(domain.PurgeGrace)
	if p.last = !s.instant().Before(settled.Time); !p.last {
		p.done.Again = &settled
	}
	err = p.run(ctx)
	return p.done, err
}

// purge is one walk over a workspace.
type purge struct {
	*Store
	Purge
	last bool // whether nobody writes into the workspace any more
	done Purged
}

func (p *purge) run(ctx context.Context) error {
	meta := metaKey(p.WorkspaceID)
	err := p.sweep(ctx, whole(meta.pk), func(ctx context.Context, it item) (goes bool, err error) {
		if keyOf(it) == meta {
			return false, nil
		}
		if remove, ok := leading(it); ok {
			return p.last, remove(p, ctx, it)
		}
		return true, nil
	})
	if err != nil || !p.last {
		return err
	}
	if err := p.commit(ctx, erase(meta)); err != nil {
		return err
	}
	p.done.Removed++
	return nil
}

// sweep goes over a partition and removes the items that go, all of them
// without a question.
func (p *purge) sweep(ctx context.Context, w walk, goes func(context.Context, item) (bool, error)) error {
	var start item
	for {
		found, next, err := p.query(ctx, w, start, eraseSize)
		if err != nil {
			return err
		}
		if err := p.sweepPage(ctx, found, goes); err != nil || len(next) == 0 {
			return err
		}
		start = next
	}
}

func (p *purge) sweepPage(ctx context.Context, found []item, goes func(context.Context, item) (bool, error)) error {
	var gone []key
	for _, it := range found {
		ok := true
		if goes != nil {
			var err error
			if ok, err = goes(ctx, it); err != nil {
				return err
			}
		}
		if ok {
			gone = append(gone, keyOf(it))
		}
	}
	if err := p.eraseAll(ctx, gone...); err != nil {
		return err
	}
	p.done.Removed += len(gone)
	return nil
}
