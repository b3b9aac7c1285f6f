package store

import (
	"context"
	"slices"

	"stint/shared/domain"
	"stint/shared/table"
)

// WorkspaceWrite is a new workspace with its owner.
type WorkspaceWrite struct {
	Workspace domain.Workspace
	Billing   domain.Billing
	Owner     domain.Member
	Remember  domain.ReplayRecord
	MostMade  int // the most workspaces that the owner may have made; 0 counts none
}

// CreateWorkspace creates a workspace, all or nothing. Errors: conflict with
// limit_reached.
func (s *Store) CreateWorkspace(ctx context.Context, x WorkspaceWrite) error {
	w, u := x.Workspace.ID, x.Owner.UserID
	actions := s.rememberActions(x.Remember)
	if x.MostMade > 0 {
		x.Workspace.MadeBy = u
		actions = append(actions, countWorkspace(u, x.MostMade))
	} else {
		actions = append(actions, becomeOwner(u))
	}
	actions = append(actions,
		table.Create(table.Encode(workspaceKey(w), x.Workspace)),
		createTimerWatch(x.Workspace),
		table.Create(table.Encode(billingKey(w), x.Billing)),
		table.Create(table.Encode(memberKey(w, u), x.Owner)),
		table.Create(table.Encode(membershipKey(u, w), membershipPointer{WorkspaceID: w})),
	)
	return s.table.Commit(ctx, append(actions, s.auditActions(ctx, w, domain.AuditNewWorkspace(x.Workspace))...)...)
}

// MembershipPage lists the workspaces that a user is an active member of, with
// one query and one batch read. A page may be short, because it leaves out
// memberships that have ended. Errors: validation cursor_invalid.
func (s *Store) MembershipPage(ctx context.Context, u domain.ID, p PageRequest) (Page[domain.Membership], error) {
	out := Page[domain.Membership]{Items: []domain.Membership{}}
	pointers, err := table.List[membershipPointer](ctx, s.table, table.PrefixRange(table.Base, userPK(u), membershipPrefix), p, nil)
	if err != nil {
		return out, err
	}
	out.Next = pointers.Next
	all, err := s.membershipsOf(ctx, u, pointers.Items)
	out.Items = append(out.Items, slices.DeleteFunc(all, func(m domain.Membership) bool { return !m.Active() })...)
	return out, err
}

// ChangeWorkspace writes the settings of a workspace that was read. The new ones
// have the next version. Errors: conflict when it was changed concurrently.
func (s *Store) ChangeWorkspace(ctx context.Context, was, now domain.Workspace) error {
	changed := s.auditActions(ctx, now.ID, domain.AuditWorkspaceChange(was, now))
	return s.table.Commit(ctx, append(changed, replaceWorkspace(was, now))...)
}

// DeleteWorkspace marks a workspace as deleted, which hides it from all users at
// once, queues its purge for when it is due, and tells the owner. Errors: conflict when it
// was changed concurrently.
func (s *Store) DeleteWorkspace(ctx context.Context, was, deleted domain.Workspace) error {
	actions := s.auditActions(ctx, was.ID, domain.AuditWorkspaceChange(was, deleted))
	return s.table.Commit(ctx, append(actions,
		replaceByDeleted(was, deleted), enqueuePurge(deleted), enqueue(domain.NewDeletionNotice(deleted), *deleted.DeletedAt),
	)...)
}

// replaceWorkspace writes a workspace in place of what was read. The number of its webhooks
// changes without a version, so it is a condition too.
func replaceWorkspace(was, now domain.Workspace) table.Action {
	return table.Replace(table.Encode(workspaceKey(was.ID), now), was.Version).Provided(webhooksNow.is(was.Webhooks))
}

func replaceByDeleted(was, deleted domain.Workspace) table.Action {
	return replaceWorkspace(was, deleted)
}

// enqueuePurge queues the purge of a deleted workspace for when it is due.
func enqueuePurge(w domain.Workspace) table.Action {
	purge := domain.Work{ID: domain.NewID(), Kind: domain.WorkPurge, WorkspaceID: w.ID, TargetID: w.ID, CreatedAt: *w.DeletedAt}
	return enqueue(purge, w.PurgeDue())
}

// RestoreWorkspace makes a deleted workspace visible again. Errors: conflict when it
// was changed concurrently.
func (s *Store) RestoreWorkspace(ctx context.Context, was, now domain.Workspace) error {
	return s.restore(ctx, was, now, becomeOwner(now.OwnerID))
}

// restore restores a workspace, if its owner has an account.
func (s *Store) restore(ctx context.Context, was, now domain.Workspace, owned table.Action) error {
	actions := s.auditActions(ctx, now.ID, domain.AuditWorkspaceChange(was, now))
	return s.table.Commit(ctx, append(actions, replaceWorkspace(was, now), owned)...)
}

// TransferWorkspace makes an active member that was read the owner. Errors:
// conflict when the workspace or the member was changed concurrently.
func (s *Store) TransferWorkspace(ctx context.Context, was, now domain.Workspace, to domain.Member) error {
	next := to.Rejoin(domain.RoleAdmin)
	actions := []table.Action{
		replaceWorkspace(was, now),
		table.Replace(table.Encode(memberKey(was.ID, to.UserID), next), to.Version),
		table.Touch(memberKey(was.ID, was.OwnerID)), // it shows another role
		becomeOwner(to.UserID),
	}
	actions = append(actions, s.auditActions(ctx, was.ID, domain.AuditTransfer(was, now))...)
	return s.table.Commit(ctx, append(actions, unblockTimer(was.ID, to, next)...)...)
}
