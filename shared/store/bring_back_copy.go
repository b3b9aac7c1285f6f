package store

import (
	"context"
	"slices"
	"time"

	"stint/shared/table"
)

// maxCopied is how many items one transaction copies. Each may bring one item in
// another partition and the condition that the account exists.
const maxCopied = (table.MaxActions - 1) / 3

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
	items, err := b.rewriteAll(ctx, part)
	if err != nil {
		return err
	}
	absent, err := b.absent(ctx, items)
	if err != nil {
		return err
	}
	b.count.Present += len(items) - len(absent)
	if len(absent) == 0 {
		return nil
	}
	actions := []table.Action{table.Check(bringBackKey(b.workspace), b.mark.unchanged()).Or(errCopyEnded)}
	for _, x := range absent {
		actions = append(actions, x.actions(b.now())...)
	}
	if err := b.table.Commit(ctx, actions...); err != nil {
		return err
	}
	b.count.Written += len(absent)
	return nil
}

// absent are the items that the table does not have.
func (b *bringBack) absent(ctx context.Context, items []copiedItem) ([]copiedItem, error) {
	keys := make([]table.Key, len(items))
	for i, x := range items {
		keys[i] = table.KeyOf(x.item)
	}
	present, err := b.table.BatchGet(ctx, keys...)
	return slices.DeleteFunc(slices.Clone(items), func(x copiedItem) bool {
		_, ok := present[table.KeyOf(x.item)]
		return ok
	}), err
}

// actions write the item, with its condition.
func (x copiedItem) actions(now time.Time) []table.Action {
	create := table.CreateOverExpired(x.item, now)
	if x.untracked {
		create = create.Untracked()
	}
	write := []table.Action{create}
	if x.accountOf != "" {
		write = append(write, table.Check(profileKey(x.accountOf), accountExists))
	}
	return write
}
