package store

import (
	"context"
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/retry"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/store/peopledb"
	"stint/shared/table"
)

// User reads an account. Errors: not_found.
func (s *Store) User(ctx context.Context, u domain.ID) (_ people.User, err error) {
	defer core.Wrap(&err, "User", u)
	return table.GetExisting[people.User](ctx, s.core.Table, key.Profile(u))
}

const (
	// maxOperatorTries bounds the tries while the account or a member is changed
	// concurrently.
	maxOperatorTries = 5
	// maxActMembers is how many workspaces are written with the account: a member and
	// an audit record of each.
	maxActMembers = (table.MaxActions - 1) / 2
)

// OperateAccount carries out an act of the operator on an account, with the actor
// "system" in the audit log of each workspace that the user is an active member of. The
// account and its first 49 workspaces are one transaction; more workspaces follow one by
// one. A workspace that the user joins at the same time has no event. After an error it
// can be repeated. Errors: not_found; audit.ErrAccountDeleted; conflict when the account
// or a membership was changed concurrently again and again.
func (s *Store) OperateAccount(ctx context.Context, id domain.ID, act audit.AccountAct) (err error) {
	defer core.Wrap(&err, "OperateAccount", id)
	var x accountAct
	err = s.retryOperator(ctx, func() error {
		var err error
		if x, err = s.readAccountAct(ctx, id, act); err != nil || !x.changed {
			return err
		}
		return s.core.Table.Commit(ctx, s.accountActActions(ctx, x)...)
	})
	for _, m := range x.members[min(maxActMembers, len(x.members)):] {
		if err == nil {
			err = s.operateMember(ctx, x, m.Workspace.ID)
		}
	}
	return err
}

// accountAct is an act on an account, with what it was decided on.
type accountAct struct {
	audit.AccountAct
	was, now people.User
	changed  bool                // whether the act changes the account
	members  []people.Membership // those whose member is active; none without a change
}

func (s *Store) readAccountAct(ctx context.Context, id domain.ID, act audit.AccountAct) (accountAct, error) {
	x := accountAct{AccountAct: act}
	var err error
	if x.was, err = s.User(ctx, id); err != nil {
		return x, err
	}
	if x.now, x.changed, err = act.On(x.was, s.core.Instant()); err != nil || !x.changed {
		return x, err
	}
	all, err := s.AllMemberships(ctx, id)
	x.members = slices.DeleteFunc(all, func(m people.Membership) bool { return !m.Member.Active() })
	return x, err
}

func (s *Store) accountActActions(ctx context.Context, x accountAct) []table.Action {
	account := table.UpdateAttributes(table.Encode(key.Profile(x.now.ID), x.now), x.was.Version,
		core.Attributes[people.User]("DisabledAt", "Epoch", "APIKeyEpoch", "APIKeysVoidedAt", "MakesWorkspaces")...)
	actions := []table.Action{account.Or(peopledb.ErrUserChanged)}
	for _, m := range x.members[:min(maxActMembers, len(x.members))] {
		actions = append(actions, s.memberActActions(ctx, x, m)...)
	}
	return actions
}

// memberActActions are the writes of an act in one workspace, if the member is still
// as it was read.
func (s *Store) memberActActions(ctx context.Context, x accountAct, was people.Membership) []table.Action {
	w := was.Workspace.ID
	k := key.Member(w, was.Member.UserID)
	member := table.Check(k, table.AtVersion(was.Member.Version))
	if now := x.OnMember(was.Member); now.Version != was.Member.Version {
		member = table.Replace(table.Encode(k, now), was.Member.Version)
	}
	return append(s.core.AuditActions(ctx, w, audit.AccountActEvent(x.Action, x.was, x.now)), member)
}

// operateMember writes an act in one workspace.
func (s *Store) operateMember(ctx context.Context, x accountAct, w domain.ID) error {
	return s.retryOperator(ctx, func() error {
		m, ok, err := s.Membership(ctx, x.now.ID, w)
		if err != nil || !ok || !m.Member.Active() {
			return err
		}
		return s.core.Table.Commit(ctx, s.memberActActions(ctx, x, m)...)
	})
}

// retryOperator repeats a write of the operator that met a concurrent one.
func (s *Store) retryOperator(ctx context.Context, write func() error) error {
	return retry.Do(ctx, retry.Policy{Tries: maxOperatorTries}, func() (again bool, err error) {
		err = write()
		return problem.Is(err, problem.CodeConflict), err
	})
}

// CountSessions counts the valid sessions of a user.
func (s *Store) CountSessions(ctx context.Context, u people.User) (n int, err error) {
	defer core.Wrap(&err, "CountSessions", u.ID)
	now := s.core.Instant()
	err = table.Walk(ctx, s.core.Table, table.PrefixRange(table.Base, key.UserPK(u.ID), key.SessionPrefix),
		func(x people.Session) error {
			if x.Valid(u, now) {
				n++
			}
			return nil
		})
	return n, err
}

// Workspace reads a workspace, also a deleted one. Errors: not_found.
func (s *Store) Workspace(ctx context.Context, w domain.ID) (_ people.Workspace, err error) {
	defer core.Wrap(&err, "Workspace", w)
	return table.GetExisting[people.Workspace](ctx, s.core.Table, key.Workspace(w))
}

// RestoreByOperator restores a deleted workspace. Errors: not_found;
// people.ErrNotDeleted; people.ErrPurgeBegun; people.ErrOwnerHasNoAccount; conflict when
// it was changed concurrently.
func (s *Store) RestoreByOperator(ctx context.Context, id domain.ID) (err error) {
	defer core.Wrap(&err, "RestoreByOperator", id)
	was, err := s.Workspace(ctx, id)
	if err != nil {
		return err
	}
	now, err := was.RestoreByOperator()
	if err != nil {
		return err
	}
	return s.Restore(ctx, was, now, core.BecomeOwner(now.OwnerID).Or(people.ErrOwnerHasNoAccount))
}

// ClearNetworksByOperator lets the members of a workspace come from all networks. Errors: not_found; conflict when it
// was changed concurrently.
func (s *Store) ClearNetworksByOperator(ctx context.Context, id domain.ID) (err error) {
	defer core.Wrap(&err, "ClearNetworksByOperator", id)
	was, err := s.Workspace(ctx, id)
	if err != nil || was.AllowedNetworks == nil {
		return err
	}
	now := was.NextVersion()
	now.AllowedNetworks = nil
	return s.ChangeWorkspace(ctx, was, now)
}

// PurgeByOperator makes the purge of a workspace due at once and queues it for the
// worker. One that is in use is deleted with inUse only. The items of a workspace that
// was not completely brought back are purged too. Errors: not_found; people.ErrInUse;
// people.ErrPurgeBegun; conflict when it was changed concurrently.
func (s *Store) PurgeByOperator(ctx context.Context, id domain.ID, inUse bool) (err error) {
	defer core.Wrap(&err, "PurgeByOperator", id)
	was, err := s.Workspace(ctx, id)
	if problem.Is(err, problem.CodeNotFound) {
		return s.purgeCopy(ctx, id)
	}
	if err != nil {
		return err
	}
	now, err := was.PurgeByOperator(inUse, s.core.Instant())
	if err != nil {
		return err
	}
	return s.core.Table.Commit(ctx, append(s.core.AuditActions(ctx, id,
		audit.WorkspaceActEvent(audit.WorkspacePurged, was, now)), peopledb.ReplaceWorkspace(was, now),
		peopledb.EnqueuePurge(now))...)
}

// purgeCopy queues the purge of what an interrupted BringBack left. Errors: not_found
// when there is no such copy; conflict when it was completed concurrently.
func (s *Store) purgeCopy(ctx context.Context, id domain.ID) error {
	begun, err := s.CopyBegun(ctx, id)
	if err != nil {
		return err
	}
	abandoned := people.AbandonedCopy(id, s.core.Instant())
	return s.core.Table.Commit(ctx,
		table.Create(table.Encode(key.Workspace(id), abandoned)),
		table.Delete(key.BringBack(id)).Provided(begun.unchanged()),
		peopledb.EnqueuePurge(abandoned))
}
