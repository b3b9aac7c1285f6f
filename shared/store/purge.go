package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/table"
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

// PurgeRequest is the removal of a deleted workspace.
type PurgeRequest struct {
	WorkspaceID domain.ID
	// TokenDigest gives the digest of an invitation's present token.
	TokenDigest func(domain.Invitation) string
}

// PurgeResult is how far a purge came.
type PurgeResult struct {
	Removed int             // items; also where the purge was broken off
	NextAt  *domain.Instant // when to purge once more; nil when nothing is left
}

// Purge removes what is in a deleted workspace; one that stands is left alone.
// It may be broken off at any point and repeated: what it has removed it need
// not remove again. It holds at most a few dozen items at a time.
func (s *Store) Purge(ctx context.Context, x PurgeRequest) (PurgeResult, error) {
	w, there, err := table.Get[domain.Workspace](ctx, s.table, workspaceKey(x.WorkspaceID))
	if err != nil || !there || !w.Deleted() {
		return PurgeResult{}, err
	}
	p := purgeRun{Store: s, PurgeRequest: x}
	settled := w.DeletedAt.Plus(domain.PurgeGrace)
	if p.final = !s.instant().Before(settled.Time); !p.final {
		p.result.NextAt = &settled
	}
	err = p.run(ctx)
	return p.result, err
}

// purgeRun is one walk over a workspace.
type purgeRun struct {
	*Store
	PurgeRequest
	final  bool // whether nobody writes into the workspace any more
	result PurgeResult
}

func (p *purgeRun) run(ctx context.Context) error {
	meta := workspaceKey(p.WorkspaceID)
	err := p.sweep(ctx, table.PartitionRange(meta.PK), func(ctx context.Context, it table.Item) (removable bool, err error) {
		if table.KeyOf(it) == meta {
			return false, nil
		}
		if remove, ok := dependentRemover(it); ok {
			return p.final, remove(p, ctx, it)
		}
		return true, nil
	})
	if err != nil || !p.final {
		return err
	}
	if err := p.table.Commit(ctx, table.Delete(meta)); err != nil {
		return err
	}
	p.result.Removed++
	return nil
}

// sweep goes over a partition and removes the items that go, all of them
// without a question.
func (p *purgeRun) sweep(ctx context.Context, r table.Range, removable func(context.Context, table.Item) (bool, error)) error {
	var start table.Item
	for {
		found, next, err := p.table.Query(ctx, r, start, table.MaxBatchDelete)
		if err != nil {
			return err
		}
		if err := p.sweepPage(ctx, found, removable); err != nil || len(next) == 0 {
			return err
		}
		start = next
	}
}

func (p *purgeRun) sweepPage(ctx context.Context, found []table.Item, removable func(context.Context, table.Item) (bool, error)) error {
	var gone []table.Key
	for _, it := range found {
		ok := true
		if removable != nil {
			var err error
			if ok, err = removable(ctx, it); err != nil {
				return err
			}
		}
		if ok {
			gone = append(gone, table.KeyOf(it))
		}
	}
	if err := p.table.DeleteAll(ctx, gone...); err != nil {
		return err
	}
	p.result.Removed += len(gone)
	return nil
}
