package store

import (
	"context"
	"maps"
	"slices"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/domain/people"
	"stint/shared/domain/timelog"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/store/peopledb"
	"stint/shared/store/projectdb"
	"stint/shared/table"
)

// rewriteAll are the items as they are written again, with the items in other partitions
// that lead to them.
func (b *bringBack) rewriteAll(ctx context.Context, part []table.Item) ([]copiedItem, error) {
	accounts, err := b.accountsOf(ctx, part)
	if err != nil {
		return nil, err
	}
	var all []copiedItem
	for _, it := range part {
		more, err := b.rewrite(it, accounts)
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	return all, nil
}

// copiedItem is an item as it is written again.
type copiedItem struct {
	item      table.Item
	accountOf domain.ID // whose account must exist in the same write; "" for any
	untracked bool      // the change feed does not show it
}

// accountsOf reads which members and users with a running timer among the items have an
// account.
func (b *bringBack) accountsOf(ctx context.Context, part []table.Item) (map[domain.ID]bool, error) {
	var users []domain.ID
	for _, it := range part {
		if b.isMember(it) || b.isRunningTimer(it) {
			users = append(users, userOf(it))
		}
	}
	found, err := b.Users(ctx, users)
	accounts := map[domain.ID]bool{}
	for id, u := range found {
		accounts[id] = !u.Deleted()
	}
	return accounts, err
}

// userOf is the user whose member or timer an item is.
func userOf(it table.Item) domain.ID { return domain.ID(table.StringAttribute(it, "uid")) }

func (b *bringBack) isMember(it table.Item) bool {
	return b.isShared(it) && key.SortPrefix(it) == key.MemberPrefix
}

// isRunningTimer reports whether an item is a timer, and not a blocked one.
func (b *bringBack) isRunningTimer(it table.Item) bool {
	return table.KeyOf(it) == key.Timer(b.workspace, userOf(it)) && table.StringAttribute(it, "id") != ""
}

// isShared reports whether an item is in the partition of the whole workspace.
func (b *bringBack) isShared(it table.Item) bool {
	return table.KeyOf(it).PK == key.WorkspacePK(b.workspace)
}

// rewrite is an item as it is written again, and the item that leads to it, if there
// is one. Nothing continues the timer of a user without an account.
func (b *bringBack) rewrite(it table.Item, accounts map[domain.ID]bool) ([]copiedItem, error) {
	switch {
	case b.isMember(it):
		return b.rewriteMember(it, accounts[userOf(it)])
	case b.freed[table.KeyOf(it)]:
		return nil, nil
	case b.isRunningTimer(it) && !accounts[userOf(it)]:
		// The guard of its external id comes after it: the walk is in the order of keys.
		if x := domain.ExternalID(table.StringAttribute(it, core.Attribute[timelog.Entry]("ExternalID"))); x != "" {
			b.freed[key.EntryExternalID(b.workspace, userOf(it), x)] = true
		}
		return []copiedItem{{item: table.Encode(table.KeyOf(it), peopledb.BlockedTimer{Closed: true}), untracked: true}}, nil
	case b.isShared(it) && key.SortPrefix(it) == key.OAuthClientPrefix:
		return b.rewriteOAuthClient(it)
	case b.isShared(it) && key.SortPrefix(it) == key.ReservationPrefix:
		return b.rewriteReservation(it)
	case b.isShared(it) && key.SortPrefix(it) == key.JobPrefix:
		return b.rewriteJob(it)
	default:
		return []copiedItem{{item: it}}, nil
	}
}

// rewriteMember makes the client links of a member void, and leads from the account to
// the workspace. A member without an account has left.
func (b *bringBack) rewriteMember(it table.Item, hasAccount bool) ([]copiedItem, error) {
	m, err := table.Decode[people.Member](it)
	if err != nil {
		return nil, err
	}
	if !hasAccount {
		if m.Active() {
			m = m.End(people.MemberLeft, b.core.Instant())
		}
		return []copiedItem{{item: overlay(it, m)}}, nil
	}
	pointer := table.Encode(key.Membership(m.UserID, b.workspace), peopledb.MembershipPointer{WorkspaceID: b.workspace})
	return []copiedItem{{item: overlay(it, m.LoseRights())}, {item: pointer, accountOf: m.UserID}}, nil
}

// rewriteOAuthClient leads from the id of a registered app to the workspace.
func (b *bringBack) rewriteOAuthClient(it table.Item) ([]copiedItem, error) {
	c, err := table.Decode[people.OAuthClient](it)
	if err != nil {
		return nil, err
	}
	pointer := peopledb.OAuthClientPointer{ID: c.ID, WorkspaceID: b.workspace}
	return []copiedItem{{item: it}, {item: table.Encode(key.OAuthClientPointer(c.ID), pointer), untracked: true}}, nil
}

// copyLease is how long after its copy the worker ends a reservation. By then the
// workspace is copied.
const copyLease = 24 * time.Hour

// rewriteReservation queues the end of a reservation, because its request does not go on.
func (b *bringBack) rewriteReservation(it table.Item) ([]copiedItem, error) {
	r, err := table.Decode[projectdb.Reservation](it)
	if err != nil {
		return nil, err
	}
	r.Due = b.core.Instant().Plus(copyLease)
	return []copiedItem{{item: overlay(it, r)}, {item: core.QueueItem(r.Work(b.workspace, b.core.Instant()), r.Due)}}, nil
}

// rewriteJob ends a billing job that was running, because nothing continues it.
func (b *bringBack) rewriteJob(it table.Item) ([]copiedItem, error) {
	job, err := table.Decode[money.BillingJob](it)
	if err != nil || job.Status != domain.JobRunning {
		return []copiedItem{{item: it}}, err
	}
	return []copiedItem{{item: overlay(it, job.End(domain.JobCancelled, b.core.Instant()))}}, nil
}

// overlay is the item with the attributes of a record. It keeps its other attributes,
// such as those of indexes.
func overlay(it table.Item, record any) table.Item {
	changed := maps.Clone(it)
	maps.Copy(changed, table.Encode(table.KeyOf(it), record))
	return changed
}

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
	case k == key.Workspace(b.workspace), k == key.BringBack(b.workspace), k == key.RunningJob(b.workspace):
		return true
	default:
		return b.isShared(it) && (key.SortPrefix(it) == key.InvitationPrefix ||
			key.SortPrefix(it) == key.OpenInvitationPrefix)
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
	actions := []table.Action{table.Check(key.BringBack(b.workspace), b.mark.unchanged()).Or(errCopyEnded)}
	for _, x := range absent {
		actions = append(actions, x.actions()...)
	}
	if err := b.core.Table.Commit(ctx, actions...); err != nil {
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
	present, err := b.core.Table.BatchGet(ctx, keys...)
	return slices.DeleteFunc(slices.Clone(items), func(x copiedItem) bool {
		_, ok := present[table.KeyOf(x.item)]
		return ok
	}), err
}

// actions write the item, with its condition.
func (x copiedItem) actions() []table.Action {
	create := table.Create(x.item)
	if x.untracked {
		create = create.Untracked()
	}
	write := []table.Action{create}
	if x.accountOf != "" {
		write = append(write, table.Check(key.Profile(x.accountOf), core.AccountExists))
	}
	return write
}
