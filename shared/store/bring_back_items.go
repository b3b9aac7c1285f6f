package store

import (
	"context"
	"maps"

	"stint/shared/domain"
	"stint/shared/table"
)

// withPointers are the items as they are written again, with the items in other
// partitions that lead to them.
func (b *bringBack) withPointers(ctx context.Context, part []table.Item) ([]table.Item, error) {
	accounts, err := b.accountsOf(ctx, part)
	if err != nil {
		return nil, err
	}
	var all []table.Item
	for _, it := range part {
		more, err := b.rewrite(it, accounts)
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	return all, nil
}

// accountsOf reads the accounts of the members among the items.
func (b *bringBack) accountsOf(ctx context.Context, part []table.Item) (table.Items, error) {
	var keys []table.Key
	for _, it := range part {
		if b.isMember(it) {
			keys = append(keys, profileKey(domain.ID(table.StringAttribute(it, "uid"))))
		}
	}
	return b.table.BatchGet(ctx, keys...)
}

func (b *bringBack) isMember(it table.Item) bool {
	return b.isShared(it) && sortPrefix(it) == memberPrefix
}

// isShared reports whether an item is in the partition of the whole workspace.
func (b *bringBack) isShared(it table.Item) bool {
	return table.KeyOf(it).PK == workspacePK(b.workspace)
}

// rewrite is an item as it is written again, and the item that leads to it, if there
// is one. The tokens of client links are left out: those without a decision are void,
// and a decision deletes the token.
func (b *bringBack) rewrite(it table.Item, accounts table.Items) ([]table.Item, error) {
	switch {
	case b.isMember(it):
		return b.rewriteMember(it, accounts)
	case b.isShared(it) && sortPrefix(it) == jobPrefix:
		return b.rewriteJob(it)
	default:
		return []table.Item{it}, nil
	}
}

// rewriteMember makes the client links of a member void, and leads from the account to
// the workspace, if there is an account.
func (b *bringBack) rewriteMember(it table.Item, accounts table.Items) ([]table.Item, error) {
	m, err := table.Decode[domain.Member](it)
	if err != nil {
		return nil, err
	}
	items := []table.Item{overlay(it, m.LoseRights())}
	if _, ok := accounts[profileKey(m.UserID)]; ok {
		items = append(items, table.Encode(membershipKey(m.UserID, b.workspace), membershipPointer{WorkspaceID: b.workspace}))
	}
	return items, nil
}

// rewriteJob ends a billing job that was running, because nothing continues it.
func (b *bringBack) rewriteJob(it table.Item) ([]table.Item, error) {
	job, err := table.Decode[domain.BillingJob](it)
	if err != nil || job.Status != domain.JobRunning {
		return []table.Item{it}, err
	}
	return []table.Item{overlay(it, job.End(domain.JobCancelled, b.instant()))}, nil
}

// overlay is the item with the attributes of a record. It keeps its other attributes,
// such as those of indexes.
func overlay(it table.Item, record any) table.Item {
	changed := maps.Clone(it)
	maps.Copy(changed, table.Encode(table.KeyOf(it), record))
	return changed
}
