package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/table"
)

// One transaction deletes an account: from then on nobody can sign in to it, its
// address and logins are free, and it owns no workspace that is not deleted. What
// can follow later, such as the end of memberships, is queued in the same
// transaction.

// OwnedWorkspaces lists the workspaces that a user owns and that are not deleted.
func (s *Store) OwnedWorkspaces(ctx context.Context, u domain.ID) (_ []domain.Workspace, err error) {
	defer wrap(&err, "OwnedWorkspaces", u)
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
func (s *Store) HasOtherMembers(ctx context.Context, w, u domain.ID) (_ bool, err error) {
	defer wrap(&err, "HasOtherMembers", w, u)
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
func (s *Store) DeleteAccount(ctx context.Context, was, deleted domain.User, unshared []UnsharedWorkspace) (err error) {
	defer wrap(&err, "DeleteAccount", was.ID)
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
		actions = append(actions, replaceWorkspace(x.Was, x.Deleted).Provided(joins.is(x.Was.Joins)), enqueuePurge(x.Deleted))
		actions = append(actions, s.auditActions(ctx, x.Was.ID, domain.AuditWorkspaceChange(x.Was, x.Deleted).ByUser(by))...)
	}
	return actions
}

// maxErasedTogether is how many records of a user one transaction deletes. An API key
// and a membership take two of the 100 actions, and a calendar connection three.
const maxErasedTogether = 33

// EraseUser deletes all records under a user whose account is deleted, except for the
// record of the user: sessions, API keys, remembered answers, and the pointers to
// workspaces. The grant of a calendar connection is left to the worker, which revokes it.
// It may be stopped and repeated. Errors: conflict when the calendar connection was
// changed concurrently.
func (s *Store) EraseUser(ctx context.Context, u domain.ID) (err error) {
	defer wrap(&err, "EraseUser", u)
	var pending []table.Action
	count := 0
	err = s.table.WalkItems(ctx, table.PartitionRange(table.Base, userPK(u)), func(it table.Row) error {
		more, err := s.eraseActions(u, it)
		if err != nil || len(more) == 0 {
			return err
		}
		pending, count = append(pending, more...), count+1
		if count < maxErasedTogether {
			return nil
		}
		err = s.table.Commit(ctx, pending...)
		pending, count = nil, 0
		return err
	})
	if err != nil || len(pending) == 0 {
		return err
	}
	return s.table.Commit(ctx, pending...)
}

// eraseActions delete a record of a user with what it leads to: the API key of a pointer,
// the grant of a calendar connection. The members of the user show another name from then
// on. The record of the user stays, and so does a grant
// that waits for the worker.
func (s *Store) eraseActions(u domain.ID, it table.Row) ([]table.Action, error) {
	k := table.KeyOf(it)
	switch kind := sortPrefix(it); {
	case k == profileKey(u), kind == endedGrantPrefix:
		return nil, nil
	case kind == apiKeyPrefix:
		pointer, err := table.Decode[apiKeyPointer](it)
		return []table.Action{table.Delete(k), table.Delete(apiKeyKey(pointer.Digest))}, err
	case kind == calendarPrefix:
		return s.endConnection(it)
	case kind == membershipPrefix:
		pointer, err := table.Decode[membershipPointer](it)
		return []table.Action{table.Delete(k), s.touchMemberships(u, pointer.WorkspaceID)}, err
	default:
		return []table.Action{table.Delete(k)}, nil
	}
}

// endConnection deletes a calendar connection that was read, and leaves its grant to the
// worker.
func (s *Store) endConnection(it table.Row) ([]table.Action, error) {
	c, err := table.Decode[domain.CalendarConnection](it)
	if err != nil {
		return nil, err
	}
	actions := []table.Action{table.Delete(table.KeyOf(it)).Provided(table.AtVersion(c.Version))}
	if len(c.RefreshToken) > 0 {
		actions = append(actions, endGrant(c.UserID, c.RefreshToken, s.instant())...)
	}
	return actions, nil
}
