package store

import (
	"context"
	"slices"

	"stint/shared/table"
)

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
	case k == workspaceKey(b.workspace), k == bringBackKey(b.workspace), k == runningJobKey(b.workspace):
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
	actions := []table.Action{table.Check(bringBackKey(b.workspace), b.mark.unchanged()).Or(errCopyEnded)}
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
