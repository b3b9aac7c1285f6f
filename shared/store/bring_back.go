package store

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/table"
)

// A purged workspace is brought back from a table that was restored to an earlier
// time. Its own item is written last: until then no request finds the workspace, and
// each transaction has as its condition that the item is absent. So the copy may be
// interrupted at any point and repeated.

// ErrWorkspaceExists refuses to bring back a workspace that is in use.
var ErrWorkspaceExists = errors.New("the workspace exists")

// BroughtBack counts the items of a workspace that was brought back.
type BroughtBack struct {
	Written int
	Present int // written by an interrupted run before
}

// BringBack copies the partitions of a purged workspace from the store of a restored
// table. It leaves out API keys, invitations and remembered answers. Client links
// without a decision are void. It holds at most a few megabytes at a time. Errors:
// ErrWorkspaceExists; domain.ErrNotPurged; domain.ErrPurgedThere; not_found when the
// restored table does not have the workspace; conflict when two copies run at the
// same time.
func (s *Store) BringBack(ctx context.Context, id domain.ID, from *Store) (BroughtBack, error) {
	b := bringBack{Store: s, workspace: id}
	if err := b.checkPurged(ctx); err != nil {
		return b.count, err
	}
	source, err := from.Workspace(ctx, id)
	if err != nil {
		return b.count, err
	}
	w, err := source.BringBack()
	if err != nil {
		return b.count, err
	}
	if _, err := s.User(ctx, w.OwnerID); err != nil {
		return b.count, fmt.Errorf("the account of the owner %s: %w", w.OwnerID, err)
	}
	if err := from.WalkWorkspace(ctx, id, func(page []table.Item) error { return b.copyPage(ctx, page) }); err != nil {
		return b.count, err
	}
	b.count.Written++
	return b.count, s.table.Commit(ctx, append(s.operatorActions(ctx, id, domain.OperatorBroughtBack, id),
		table.Create(table.Encode(workspaceKey(id), w)).Or(ErrWorkspaceExists))...)
}

// bringBack is one run of BringBack.
type bringBack struct {
	*Store
	workspace domain.ID
	count     BroughtBack
}

// checkPurged checks that the workspace is absent.
func (b *bringBack) checkPurged(ctx context.Context) error {
	w, err := b.Workspace(ctx, b.workspace)
	switch {
	case problem.Is(err, problem.CodeNotFound):
		return nil
	case err != nil:
		return err
	case w.Deleted():
		return domain.ErrNotPurged
	default:
		return ErrWorkspaceExists
	}
}

// maxCopied is how many items one transaction copies. Each may bring one item in
// another partition.
const maxCopied = 40

func (b *bringBack) copyPage(ctx context.Context, page []table.Item) error {
	page = slices.DeleteFunc(page, b.isLeftOut)
	for part := range slices.Chunk(page, maxCopied) {
		if err := b.copyItems(ctx, part); err != nil {
			return err
		}
	}
	return nil
}

// isLeftOut reports whether an item is not copied, or not with the others.
func (b *bringBack) isLeftOut(it table.Item) bool {
	k := table.KeyOf(it)
	switch {
	case k == workspaceKey(b.workspace), k == runningJobKey(b.workspace):
		return true
	default:
		return b.isShared(it) && (sortPrefix(it) == invitationPrefix || sortPrefix(it) == openInvitationPrefix)
	}
}

// copyItems writes those items that are absent, with what leads to them.
func (b *bringBack) copyItems(ctx context.Context, part []table.Item) error {
	items, err := b.withPointers(ctx, part)
	if err != nil {
		return err
	}
	keys := make([]table.Key, len(items))
	for i, it := range items {
		keys[i] = table.KeyOf(it)
	}
	present, err := b.table.BatchGet(ctx, keys...)
	if err != nil {
		return err
	}
	actions := []table.Action{table.Check(workspaceKey(b.workspace), table.Absent).Or(ErrWorkspaceExists)}
	for _, it := range items {
		if _, ok := present[table.KeyOf(it)]; !ok {
			actions = append(actions, table.CreateOverExpired(it, b.now()))
		}
	}
	written := len(actions) - 1
	b.count.Present += len(items) - written
	if written == 0 {
		return nil
	}
	if err := b.table.Commit(ctx, actions...); err != nil {
		return err
	}
	b.count.Written += written
	return nil
}
