package store

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/table"
)

// One transaction deletes an account: from then on nobody can sign in to it, its
// address and logins are free, and it owns no workspace that is not deleted. What
// can follow later, such as the end of memberships, is queued in the same
// transaction.

var (
	// accountExists holds while the account is not deleted.
	accountExists = expression.And(table.Present, expression.AttributeNotExists(expression.Name("deleted_at")))
	// notBeingPurged holds while the workspace exists and its purge has not begun.
	notBeingPurged = expression.And(table.Present, expression.AttributeNotExists(expression.Name("purging")))
)

// becomeOwner notes that a user becomes the owner of a workspace. It fails when the
// account is deleted. A deletion at the same time fails by the count.
func becomeOwner(u domain.ID) table.Action {
	return ownerships.raise(profileKey(u)).Provided(accountExists)
}

// countJoin notes that a workspace gets an active member. It fails when the workspace
// is deleted. The deletion of the owner's account at the same time fails by the count.
func countJoin(w domain.ID) table.Action {
	return joins.raise(workspaceKey(w)).Provided(workspaceExists)
}

// OwnedWorkspaces lists the workspaces that a user owns and that are not deleted.
func (s *Store) OwnedWorkspaces(ctx context.Context, u domain.ID) ([]domain.Workspace, error) {
	var owned []domain.Workspace
	all, err := s.AllMemberships(ctx, u)
	for _, m := range all {
		if m.Workspace.OwnerID == u && !m.Workspace.Deleted() {
			owned = append(owned, m.Workspace)
		}
	}
	return owned, err
}

// HasOtherMembers reports whether a workspace has an active member other than the
// user.
func (s *Store) HasOtherMembers(ctx context.Context, w, u domain.ID) (bool, error) {
	for m, err := range table.Iterate[domain.Member](ctx, s.table, membersRange(w), 100) {
		if err != nil || m.Active() && m.UserID != u {
			return err == nil, err
		}
	}
	return false, nil
}

// maxDeletedTogether is how many workspaces one transaction deletes. Each takes three of
// the 100 actions.
const maxDeletedTogether = 28

// DeleteAccount deletes an account that was read, with the workspaces that it owns.
// They were read after the account and have no other members. More than
// maxDeletedTogether of them are deleted before the account. Errors: conflict when the
// account or a workspace was changed concurrently, also by a new owner or member.
func (s *Store) DeleteAccount(ctx context.Context, was, deleted domain.User, unshared []UnsharedWorkspace) error {
	for len(unshared) > maxDeletedTogether {
		if err := s.table.Commit(ctx, s.deleteUnshared(ctx, deleted, unshared[:maxDeletedTogether])...); err != nil {
			return err
		}
		unshared = unshared[maxDeletedTogether:]
	}
	u := was.ID
	finish := domain.Work{ID: domain.NewID(), Kind: domain.WorkDeleteAccount, UserID: u, TargetID: u, CreatedAt: *deleted.DeletedAt}
	actions := []table.Action{
		table.Replace(table.Encode(profileKey(u), deleted), was.Version).Provided(ownerships.is(was.Owned)),
		table.Delete(emailKey(was.Email)),
		enqueue(finish, *deleted.DeletedAt),
	}
	for _, login := range was.Logins {
		actions = append(actions, table.Delete(externalLoginKey(login.Provider, login.Subject)))
	}
	return s.table.Commit(ctx, append(actions, s.deleteUnshared(ctx, deleted, unshared)...)...)
}

// UnsharedWorkspace is a workspace without members other than its owner, before and after
// its deletion.
type UnsharedWorkspace struct{ Was, Deleted domain.Workspace }

// deleteUnshared deletes workspaces, if no member joined them since they were read. The
// audit log names the user as after the deletion.
func (s *Store) deleteUnshared(ctx context.Context, by domain.User, all []UnsharedWorkspace) (actions []table.Action) {
	for _, x := range all {
		actions = append(actions, replaceByDeleted(x.Was, x.Deleted).Provided(joins.is(x.Was.Joins)), enqueuePurge(x.Deleted))
		actions = append(actions, s.auditActions(ctx, x.Was.ID, domain.AuditWorkspaceChange(x.Was, x.Deleted).ByUser(by))...)
	}
	return actions
}
