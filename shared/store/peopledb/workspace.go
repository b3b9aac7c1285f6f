package peopledb

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/money"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/store/timedb"
	"stint/shared/table"
)

// WorkspaceWrite is a new workspace with its owner.
type WorkspaceWrite struct {
	Workspace people.Workspace
	Billing   money.Billing
	Owner     people.Member
	Remember  domain.ReplayRecord
	MostMade  int // the most workspaces that the owner may have made; 0 counts none

	NeedsAllowance bool // the operator must have allowed the owner to make workspaces
}

// CreateWorkspace creates a workspace, all or nothing. Errors: conflict with
// limit_reached.
func (s *Store) CreateWorkspace(ctx context.Context, x WorkspaceWrite) (err error) {
	defer core.Wrap(&err, "CreateWorkspace")
	w, u := x.Workspace.ID, x.Owner.UserID
	actions := s.RememberActions(x.Remember)
	owner := core.BecomeOwner(u)
	if x.MostMade > 0 {
		x.Workspace.MadeBy = u
		owner = countWorkspace(u, x.MostMade)
	}
	if x.NeedsAllowance {
		owner = owner.Provided(expression.AttributeExists(core.Field[people.User]("MakesWorkspaces")))
	}
	actions = append(append(actions, owner), newWorkspaceActions(x.Workspace, x.Billing, x.Owner)...)
	return s.Table.Commit(ctx, append(actions, s.AuditActions(ctx, w, audit.NewWorkspace(x.Workspace))...)...)
}

// newWorkspaceActions write a workspace with its owner.
func newWorkspaceActions(w people.Workspace, b money.Billing, owner people.Member) []table.Action {
	return []table.Action{
		table.Create(table.Encode(key.Workspace(w.ID), w)),
		timedb.CreateTimerWatch(w),
		table.Create(table.Encode(key.Billing(w.ID), b)),
		table.Create(table.Encode(key.Member(w.ID, owner.UserID), owner)),
		table.Create(table.Encode(key.Membership(owner.UserID, w.ID), MembershipPointer{WorkspaceID: w.ID})),
	}
}

// ChangeWorkspace writes the settings of a workspace that was read. The new ones
// have the next version. Errors: conflict when it was changed concurrently.
func (s *Store) ChangeWorkspace(ctx context.Context, was, now people.Workspace) (err error) {
	defer core.Wrap(&err, "ChangeWorkspace", was.ID)
	changed := s.AuditActions(ctx, now.ID, audit.WorkspaceChange(was, now))
	return s.Table.Commit(ctx, append(changed, ReplaceWorkspace(was, now))...)
}

// ChangeLogo writes the logo of a workspace that was read; nil removes it. Errors: conflict when the workspace was
// changed concurrently.
func (s *Store) ChangeLogo(ctx context.Context, was, now people.Workspace, file *people.LogoFile) (err error) {
	defer core.Wrap(&err, "ChangeLogo", was.ID)
	picture := table.Delete(key.Logo(now.ID))
	if file != nil {
		picture = table.Put(table.Encode(key.Logo(now.ID), *file))
	}
	changed := s.AuditActions(ctx, now.ID, audit.WorkspaceChange(was, now))
	return s.Table.Commit(ctx, append(changed, ReplaceWorkspace(was, now), picture)...)
}

// LogoFile reads the picture of a workspace's logo. Without one it is nil, which costs no read.
func (s *Store) LogoFile(ctx context.Context, w people.Workspace) (_ *people.LogoFile, err error) {
	defer core.Wrap(&err, "LogoFile", w.ID)
	if w.Logo == nil {
		return nil, nil
	}
	f, ok, err := table.Get[people.LogoFile](ctx, s.Table, key.Logo(w.ID))
	if err != nil || !ok { // it was removed since the workspace was read
		return nil, err
	}
	return &f, nil
}

// DeleteWorkspace marks a workspace as deleted, which hides it from all users at
// once, queues its purge for when it is due, and tells the owner. Errors: conflict when it
// was changed concurrently.
func (s *Store) DeleteWorkspace(ctx context.Context, was, deleted people.Workspace) (err error) {
	defer core.Wrap(&err, "DeleteWorkspace", was.ID)
	actions := s.AuditActions(ctx, was.ID, audit.WorkspaceChange(was, deleted))
	return s.Table.Commit(ctx, append(actions,
		ReplaceWorkspace(was, deleted), EnqueuePurge(deleted),
		core.Enqueue(people.NewDeletionNotice(deleted), *deleted.DeletedAt),
	)...)
}

// ReplaceWorkspace writes a workspace in place of what was read. The numbers of its webhooks and of its OAuth clients
// change without a version, so they are conditions too.
func ReplaceWorkspace(was, now people.Workspace) table.Action {
	return table.Replace(table.Encode(key.Workspace(was.ID), now), was.Version).
		Provided(core.WebhooksNow.Is(was.Webhooks)).Provided(core.ClientsNow.Is(was.OAuthClients))
}

// EnqueuePurge queues the purge of a deleted workspace for when it is due.
func EnqueuePurge(w people.Workspace) table.Action {
	purge := domain.Work{ID: domain.NewID(), Kind: domain.WorkPurge, WorkspaceID: w.ID, TargetID: w.ID,
		CreatedAt: *w.DeletedAt}
	return core.Enqueue(purge, w.PurgeDue())
}

// RestoreWorkspace makes a deleted workspace visible again. Errors: conflict when it
// was changed concurrently.
func (s *Store) RestoreWorkspace(ctx context.Context, was, now people.Workspace) (err error) {
	defer core.Wrap(&err, "RestoreWorkspace", was.ID)
	return s.Restore(ctx, was, now, core.BecomeOwner(now.OwnerID))
}

// Restore restores a workspace, if its owner has an account.
func (s *Store) Restore(ctx context.Context, was, now people.Workspace, owned table.Action) error {
	actions := s.AuditActions(ctx, now.ID, audit.WorkspaceChange(was, now))
	return s.Table.Commit(ctx, append(actions, ReplaceWorkspace(was, now), owned)...)
}

// WorkspaceNow reads a workspace again, for what was read after it. Errors: not_found, also for one that is deleted.
func (s *Store) WorkspaceNow(ctx context.Context, id domain.ID) (_ people.Workspace, err error) {
	defer core.Wrap(&err, "WorkspaceNow", id)
	return s.LiveWorkspace(ctx, id)
}

// TransferWorkspace makes an active member that was read the owner. Errors:
// conflict when the workspace or the member was changed concurrently.
func (s *Store) TransferWorkspace(ctx context.Context, was, now people.Workspace, to people.Member) (err error) {
	defer core.Wrap(&err, "TransferWorkspace", was.ID)
	next := to.Rejoin(people.RoleAdmin)
	actions := []table.Action{
		ReplaceWorkspace(was, now),
		table.Replace(table.Encode(key.Member(was.ID, to.UserID), next), to.Version),
		table.Touch(key.Member(was.ID, was.OwnerID)), // it shows another role
		core.BecomeOwner(to.UserID),
	}
	actions = append(actions, s.AuditActions(ctx, was.ID, audit.Transfer(was, now))...)
	return s.Table.Commit(ctx, append(actions, unblockTimer(was.ID, to, next)...)...)
}

// errTooManyWorkspaces is the error of a workspace beyond the limit.
var errTooManyWorkspaces = problem.Conflict(problem.LimitReached,
	"You have made as many workspaces as one person may have. A deleted one counts until its data are removed.")

// countWorkspace counts a new workspace for its maker. It fails with limit_reached when
// the maker has made limit of them.
func countWorkspace(maker domain.ID, limit int) table.Action {
	counted := core.Ownerships.AddTo(core.WorkspacesMade.Add(1), 1)
	return table.Update(key.Profile(maker), counted).Provided(core.AccountExists).Provided(
		core.WorkspacesMade.Below(limit)).Or(errTooManyWorkspaces)
}

// RemoveWorkspace deletes the item of a purged workspace, which then no longer counts
// for its maker. A maker whose account is gone has no count.
func (s *Store) RemoveWorkspace(ctx context.Context, w people.Workspace) error {
	meta := table.Delete(key.Workspace(w.ID)).LeavingNothing()
	if w.MadeBy == "" {
		return s.Table.Commit(ctx, meta)
	}
	err := s.Table.Commit(ctx, meta.Provided(table.Present), core.WorkspacesMade.Lower(key.Profile(w.MadeBy)))
	if problem.Is(err, problem.CodeConflict) {
		return s.Table.Commit(ctx, meta)
	}
	return err
}
