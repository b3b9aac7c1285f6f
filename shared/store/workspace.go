package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
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
func (s *Store) CreateWorkspace(ctx context.Context, x WorkspaceWrite) (err error) {
	defer wrap(&err, "CreateWorkspace")
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

// ChangeWorkspace writes the settings of a workspace that was read. The new ones
// have the next version. Errors: conflict when it was changed concurrently.
func (s *Store) ChangeWorkspace(ctx context.Context, was, now domain.Workspace) (err error) {
	defer wrap(&err, "ChangeWorkspace", was.ID)
	changed := s.auditActions(ctx, now.ID, domain.AuditWorkspaceChange(was, now))
	return s.table.Commit(ctx, append(changed, replaceWorkspace(was, now))...)
}

// DeleteWorkspace marks a workspace as deleted, which hides it from all users at
// once, queues its purge for when it is due, and tells the owner. Errors: conflict when it
// was changed concurrently.
func (s *Store) DeleteWorkspace(ctx context.Context, was, deleted domain.Workspace) (err error) {
	defer wrap(&err, "DeleteWorkspace", was.ID)
	actions := s.auditActions(ctx, was.ID, domain.AuditWorkspaceChange(was, deleted))
	return s.table.Commit(ctx, append(actions,
		replaceWorkspace(was, deleted), enqueuePurge(deleted), enqueue(domain.NewDeletionNotice(deleted), *deleted.DeletedAt),
	)...)
}

// replaceWorkspace writes a workspace in place of what was read. The number of its webhooks
// changes without a version, so it is a condition too.
func replaceWorkspace(was, now domain.Workspace) table.Action {
	return table.Replace(table.Encode(workspaceKey(was.ID), now), was.Version).Provided(webhooksNow.is(was.Webhooks))
}

// enqueuePurge queues the purge of a deleted workspace for when it is due.
func enqueuePurge(w domain.Workspace) table.Action {
	purge := domain.Work{ID: domain.NewID(), Kind: domain.WorkPurge, WorkspaceID: w.ID, TargetID: w.ID, CreatedAt: *w.DeletedAt}
	return enqueue(purge, w.PurgeDue())
}

// RestoreWorkspace makes a deleted workspace visible again. Errors: conflict when it
// was changed concurrently.
func (s *Store) RestoreWorkspace(ctx context.Context, was, now domain.Workspace) (err error) {
	defer wrap(&err, "RestoreWorkspace", was.ID)
	return s.restore(ctx, was, now, becomeOwner(now.OwnerID))
}

// restore restores a workspace, if its owner has an account.
func (s *Store) restore(ctx context.Context, was, now domain.Workspace, owned table.Action) error {
	actions := s.auditActions(ctx, now.ID, domain.AuditWorkspaceChange(was, now))
	return s.table.Commit(ctx, append(actions, replaceWorkspace(was, now), owned)...)
}

// TransferWorkspace makes an active member that was read the owner. Errors:
// conflict when the workspace or the member was changed concurrently.
func (s *Store) TransferWorkspace(ctx context.Context, was, now domain.Workspace, to domain.Member) (err error) {
	defer wrap(&err, "TransferWorkspace", was.ID)
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

// errTooManyWorkspaces is the error of a workspace beyond the limit.
var errTooManyWorkspaces = problem.Conflict(problem.LimitReached, "You have made as many workspaces as one person may have. Delete one first.")

// countWorkspace counts a new workspace for its maker. It fails with limit_reached when
// the maker has made limit of them.
func countWorkspace(maker domain.ID, limit int) table.Action {
	counted := ownerships.addTo(workspacesMade.add(1), 1)
	return table.Update(profileKey(maker), counted).Provided(accountExists).Provided(workspacesMade.below(limit)).Or(errTooManyWorkspaces)
}

// removeWorkspace deletes the item of a purged workspace, which then no longer counts
// for its maker. A maker whose account is gone has no count.
func (s *Store) removeWorkspace(ctx context.Context, w domain.Workspace) error {
	meta := table.Delete(workspaceKey(w.ID)).LeavingNothing()
	if w.MadeBy == "" {
		return s.table.Commit(ctx, meta)
	}
	err := s.table.Commit(ctx, meta.Provided(table.Present), workspacesMade.lower(profileKey(w.MadeBy)))
	if problem.Is(err, problem.CodeConflict) {
		return s.table.Commit(ctx, meta)
	}
	return err
}
