package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/store/peopledb"
	"stint/shared/table"
)

// One transaction deletes an account: from then on nobody can sign in to it, its
// address and logins are free, and it owns no workspace that is not deleted. What
// can follow later, such as the end of memberships, is queued in the same
// transaction.

// OwnedWorkspaces lists the workspaces that a user owns and that are not deleted.
func (s *Store) OwnedWorkspaces(ctx context.Context, u domain.ID) (_ []people.Workspace, err error) {
	defer core.Wrap(&err, "OwnedWorkspaces", u)
	var owned []people.Workspace
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
	defer core.Wrap(&err, "HasOtherMembers", w, u)
	for m, err := range table.Iterate[people.Member](ctx, s.core.Table, key.MembersRange(w), 100) {
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
func (s *Store) DeleteAccount(ctx context.Context, was, deleted people.User, unshared []UnsharedWorkspace) (err error) {
	defer core.Wrap(&err, "DeleteAccount", was.ID)
	for len(unshared) > maxDeletedTogether {
		if err := s.core.Table.Commit(ctx, s.deleteUnshared(ctx, deleted, unshared[:maxDeletedTogether])...); err != nil {
			return err
		}
		unshared = unshared[maxDeletedTogether:]
	}
	u := was.ID
	finish := domain.Work{ID: domain.NewID(), Kind: domain.WorkDeleteAccount, UserID: u, TargetID: u,
		CreatedAt: *deleted.DeletedAt}
	actions := []table.Action{
		table.Replace(table.Encode(key.Profile(u), deleted), was.Version).Provided(core.Ownerships.Is(was.TimesOwner)),
		table.Delete(key.Email(was.Email)),
		core.Enqueue(finish, *deleted.DeletedAt),
	}
	for _, login := range was.Logins {
		actions = append(actions, table.Delete(key.ExternalLogin(login.Provider, login.Subject)))
	}
	return s.core.Table.Commit(ctx, append(actions, s.deleteUnshared(ctx, deleted, unshared)...)...)
}

// UnsharedWorkspace is a workspace without members other than its owner, before and after
// its deletion.
type UnsharedWorkspace struct{ Was, Deleted people.Workspace }

// deleteUnshared deletes workspaces, if no member joined them since they were read. The
// audit log names the user as after the deletion.
func (s *Store) deleteUnshared(ctx context.Context, by people.User, all []UnsharedWorkspace) (actions []table.Action) {
	for _, x := range all {
		actions = append(actions, peopledb.ReplaceWorkspace(x.Was, x.Deleted).Provided(core.Joins.Is(x.Was.Joins)),
			peopledb.EnqueuePurge(x.Deleted))
		actions = append(actions, s.core.AuditActions(ctx, x.Was.ID, audit.WorkspaceChange(x.Was, x.Deleted).ByUser(by))...)
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
	defer core.Wrap(&err, "EraseUser", u)
	var pending []table.Action
	count := 0
	err = s.core.Table.WalkItems(ctx, table.PartitionRange(table.Base, key.UserPK(u)), func(it table.Row) error {
		more, err := s.eraseActions(u, it)
		if err != nil || len(more) == 0 {
			return err
		}
		pending, count = append(pending, more...), count+1
		if count < maxErasedTogether {
			return nil
		}
		err = s.core.Table.Commit(ctx, pending...)
		pending, count = nil, 0
		return err
	})
	if err != nil || len(pending) == 0 {
		return err
	}
	return s.core.Table.Commit(ctx, pending...)
}

// eraseActions delete a record of a user with what it leads to: the API key, grant or feed of a pointer,
// the grant of a calendar connection. The members of the user show another name from then
// on. The record of the user stays, and so does a grant
// that waits for the worker.
func (s *Store) eraseActions(u domain.ID, it table.Row) ([]table.Action, error) {
	k := table.KeyOf(it)
	switch kind := key.SortPrefix(it); {
	case k == key.Profile(u), kind == key.EndedGrantPrefix:
		return nil, nil
	case kind == key.APIKeyPrefix, kind == key.AppPrefix, kind == key.FeedPrefix:
		pointer, err := table.Decode[peopledb.APIKeyPointer](it)
		return []table.Action{table.Delete(k), table.Delete(key.APIKey(pointer.Digest))}, err
	case kind == key.CalendarPrefix:
		return s.endConnection(it)
	case kind == key.MembershipPrefix:
		pointer, err := table.Decode[peopledb.MembershipPointer](it)
		return []table.Action{table.Delete(k), s.QueueTouch(u, pointer.WorkspaceID)}, err
	default:
		return []table.Action{table.Delete(k)}, nil
	}
}

// endConnection deletes a calendar connection that was read, and leaves its grant to the
// worker.
func (s *Store) endConnection(it table.Row) ([]table.Action, error) {
	c, err := table.Decode[people.CalendarConnection](it)
	if err != nil {
		return nil, err
	}
	actions := []table.Action{table.Delete(table.KeyOf(it)).Provided(table.AtVersion(c.Version))}
	if len(c.RefreshToken) > 0 {
		actions = append(actions, peopledb.EndGrant(c.UserID, c.RefreshToken, s.core.Instant())...)
	}
	return actions, nil
}
