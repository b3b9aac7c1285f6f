package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/store/peopledb"
	"stint/shared/table"
)

// A purge walks over the partition of a deleted workspace. It deletes most items
// at once. Some items lead to others in other partitions, such as a member to
// their entries. Those others are deleted first, so that a purge that was
// interrupted finds them again.
//
// A request that read the workspace before it was deleted may still write into
// it. So until domain.WriteGrace is over, a purge keeps the items that lead to
// others, and the item of the workspace itself, which says that it is deleted:
// no user can join it, act in it or find it. The final purge deletes all of them,
// the item of the workspace last. No write can follow, because every request
// reads that item first.

// PurgeRequest says which deleted workspace to purge.
type PurgeRequest struct {
	WorkspaceID domain.ID
	// TokenDigest returns the digest of an invitation's current token.
	TokenDigest func(context.Context, people.Invitation) (string, error)
}

// PurgeResult is the progress of a purge.
type PurgeResult struct {
	Removed int             // items, also of an interrupted purge
	NextAt  *domain.Instant // when to purge again; nil when nothing is left
}

// Purge removes what is in a deleted workspace. A workspace that is not deleted, or
// was deleted again and is due later, stays as it is: each deletion queues its own
// purge. A purge may be interrupted at any point and repeated. It holds at most a few
// dozen items at a time. Errors: conflict when the workspace was restored concurrently.
func (s *Store) Purge(ctx context.Context, x PurgeRequest) (_ PurgeResult, err error) {
	defer core.Wrap(&err, "Purge")
	w, there, err := table.Get[people.Workspace](ctx, s.core.Table, key.Workspace(x.WorkspaceID))
	if err != nil || !there || !w.Deleted() {
		return PurgeResult{}, err
	}
	if now := s.core.Instant(); !w.PurgeBegun() {
		if now.Before(w.PurgeDue().Time) {
			return PurgeResult{}, nil
		}
		if err := s.beginPurge(ctx, w, w.BeginPurge(now)); err != nil {
			return PurgeResult{}, err
		}
	}
	p := purgeRun{Store: s, PurgeRequest: x, workspace: w}
	settled := w.DeletedAt.Plus(domain.WriteGrace)
	if p.final = !s.core.Instant().Before(settled.Time); !p.final {
		p.result.NextAt = &settled
	}
	err = p.run(ctx)
	return p.result, err
}

// beginPurge marks a deleted workspace, from when on it cannot be restored. Errors:
// conflict when it was restored concurrently.
func (s *Store) beginPurge(ctx context.Context, was, now people.Workspace) error {
	return s.core.Table.Commit(ctx, peopledb.ReplaceWorkspace(was, now))
}

// purgeRun is one walk over a workspace.
type purgeRun struct {
	*Store
	PurgeRequest
	workspace people.Workspace
	final     bool // whether no request can write into the workspace any more
	result    PurgeResult
}

func (p *purgeRun) run(ctx context.Context) error {
	meta := key.Workspace(p.WorkspaceID)
	err := p.sweep(ctx, table.PartitionRange(table.Base, meta.PK),
		func(ctx context.Context, it table.Row) (removable bool, err error) {
			if table.IsMark(it) {
				return true, nil
			}
			if table.KeyOf(it) == meta {
				return false, nil
			}
			if remove, ok := dependentRemover(it); ok {
				return p.final, remove(p, ctx, it)
			}
			return true, nil
		})
	others := append(p.auditPartitions(p.workspace), key.TotalsPK(p.WorkspaceID))
	for _, pk := range append(others, key.TotalsPKs(p.WorkspaceID)...) {
		if err == nil {
			err = p.sweep(ctx, table.PartitionRange(table.Base, pk), nil)
		}
	}
	if err == nil {
		err = p.sweep(ctx, table.PartitionRange(table.Base, key.WebhooksPK(p.WorkspaceID)), p.removeDeliveries)
	}
	if err == nil {
		err = p.sweep(ctx, table.PartitionRange(table.Base, key.SummariesPK(p.WorkspaceID)), p.removeSummarySums)
	}
	if err != nil || !p.final {
		return err
	}
	if err := p.RemoveWorkspace(ctx, p.workspace); err != nil {
		return err
	}
	p.result.Removed++
	return nil
}

// sweep walks over a range and deletes the items for which removable is true. A
// nil removable is true for all.
func (p *purgeRun) sweep(
	ctx context.Context, r table.Range, removable func(context.Context, table.Row) (bool, error),
) error {
	var start table.Item
	for {
		found, next, err := p.core.Table.QueryMarks(ctx, r, start, table.MaxBatchDelete)
		if err != nil {
			return err
		}
		if err := p.sweepPage(ctx, found, removable); err != nil || len(next) == 0 {
			return err
		}
		start = next
	}
}

func (p *purgeRun) sweepPage(
	ctx context.Context, found []table.Row, removable func(context.Context, table.Row) (bool, error),
) error {
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
	if err := p.core.Table.DeleteAll(ctx, gone...); err != nil {
		return err
	}
	p.result.Removed += len(gone)
	return nil
}
