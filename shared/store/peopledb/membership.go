package peopledb

import (
	"context"
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// Membership reads a user's membership of one workspace, whatever its state; ok
// is false when there is none.
func (s *Store) Membership(ctx context.Context, u, w domain.ID) (m people.Membership, ok bool, err error) {
	defer core.Wrap(&err, "Membership", u, w)
	f, err := s.Table.BatchGet(ctx, key.Member(w, u), key.Workspace(w))
	if err != nil {
		return m, false, err
	}
	return membershipIn(f, u, w)
}

// Memberships lists the workspaces that a user is an active member of, the oldest
// membership first, with one query and one batch read.
func (s *Store) Memberships(ctx context.Context, u domain.ID) (_ []people.Membership, err error) {
	defer core.Wrap(&err, "Memberships", u)
	all, err := s.AllMemberships(ctx, u)
	return slices.DeleteFunc(all, func(m people.Membership) bool { return !m.Active() }), err
}

// AllMemberships is Memberships with those that have ended and those of deleted
// workspaces that are not purged.
func (s *Store) AllMemberships(ctx context.Context, u domain.ID) (_ []people.Membership, err error) {
	defer core.Wrap(&err, "AllMemberships", u)
	pointers, err := table.ReadAll[MembershipPointer](ctx, s.Table,
		table.PrefixRange(table.Base, key.UserPK(u), key.MembershipPrefix))
	if err != nil {
		return nil, err
	}
	all, err := s.membershipsOf(ctx, u, pointers)
	people.SortByJoinTime(all)
	return all, err
}

// membershipsOf reads the memberships that pointers lead to, with one batch read.
func (s *Store) membershipsOf(
	ctx context.Context, u domain.ID, pointers []MembershipPointer,
) ([]people.Membership, error) {
	keys := make([]table.Key, 0, 2*len(pointers))
	for _, p := range pointers {
		keys = append(keys, key.Member(p.WorkspaceID, u), key.Workspace(p.WorkspaceID))
	}
	f, err := s.Table.BatchGet(ctx, keys...)
	if err != nil {
		return nil, err
	}
	all := make([]people.Membership, 0, len(pointers))
	for _, p := range pointers {
		m, ok, err := membershipIn(f, u, p.WorkspaceID)
		if err != nil {
			return nil, err
		}
		if ok {
			all = append(all, m)
		}
	}
	return all, nil
}

func membershipIn(f table.Items, u, w domain.ID) (m people.Membership, ok bool, err error) {
	var there bool
	if m.Workspace, there, err = table.Lookup[people.Workspace](f, key.Workspace(w)); err != nil || !there {
		return m, false, err
	}
	m.Member, ok, err = table.Lookup[people.Member](f, key.Member(w, u))
	return m, ok, err
}

// EverMemberIDs lists all users who are or were members of the workspace.
func (s *Store) EverMemberIDs(ctx context.Context, w domain.ID) (_ []domain.ID, err error) {
	defer core.Wrap(&err, "EverMemberIDs", w)
	members, err := table.ReadAll[people.Member](ctx, s.Table, key.MembersRange(w))
	ids := make([]domain.ID, len(members))
	for i, m := range members {
		ids[i] = m.UserID
	}
	return ids, err
}

// MemberIDs lists users who are or were members of the workspace and whose id begins so, by id and at most limit of
// them. "" is any beginning. Strongly consistent.
func (s *Store) MemberIDs(ctx context.Context, w domain.ID, beginning string, limit int) (_ []domain.ID, err error) {
	defer core.Wrap(&err, "MemberIDs", w)
	members, err := table.ReadFirst[people.Member](ctx, s.Table, key.MembersWhoseIDBegins(w, beginning), limit)
	ids := make([]domain.ID, len(members))
	for i, m := range members {
		ids[i] = m.UserID
	}
	return ids, err
}

// The members and project members of a user show the name and the address of the account.
// When those change, the worker makes them count as changed.

// QueueTouch queues TouchMemberships, now.
func (s *Store) QueueTouch(u, w domain.ID) table.Action {
	now := s.Instant()
	return core.Enqueue(domain.Work{ID: domain.NewID(), Kind: domain.WorkTouchMemberships, UserID: u, WorkspaceID: w,
		TargetID: u, CreatedAt: now}, now)
}

// TouchMemberships makes the member and the project members of a user in a workspace count
// as changed; without a workspace, in all of them. It may be stopped and repeated.
func (s *Store) TouchMemberships(ctx context.Context, u, w domain.ID) (err error) {
	defer core.Wrap(&err, "TouchMemberships", u, w)
	workspaces := []domain.ID{w}
	if w == "" {
		pointers, err := table.ReadAll[MembershipPointer](ctx, s.Table,
			table.PrefixRange(table.Base, key.UserPK(u), key.MembershipPrefix))
		if err != nil {
			return err
		}
		workspaces = nil
		for _, pointer := range pointers {
			workspaces = append(workspaces, pointer.WorkspaceID)
		}
	}
	for _, w := range workspaces {
		if err := s.touchMember(ctx, w, u); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) touchMember(ctx context.Context, w, u domain.ID) error {
	projects, err := s.ProjectMembershipsOf(ctx, w, u)
	if err != nil {
		return err
	}
	keys := []table.Key{key.Member(w, u)}
	for id := range projects {
		keys = append(keys, key.ProjectMember(w, id, u))
	}
	for _, k := range keys {
		err := s.Table.Commit(ctx, table.Touch(k))
		if err != nil && !problem.Is(err, problem.CodeConflict) { // else it was removed
			return err
		}
	}
	return nil
}

// MembershipPointer leads from a user to a workspace that they are or were a
// member of.
type MembershipPointer struct {
	WorkspaceID domain.ID `db:"wid"`
}

// MembershipPage lists the workspaces that a user is an active member of, with
// one query and one batch read. A page may be short, because it leaves out
// memberships that have ended. Errors: validation cursor_invalid.
func (s *Store) MembershipPage(
	ctx context.Context, u domain.ID, p table.PageRequest,
) (_ table.Page[people.Membership], err error) {
	defer core.Wrap(&err, "MembershipPage", u)
	out := table.Page[people.Membership]{Items: []people.Membership{}}
	pointers, err := table.List[MembershipPointer](ctx, s.Table,
		table.PrefixRange(table.Base, key.UserPK(u), key.MembershipPrefix), p, nil)
	if err != nil {
		return out, err
	}
	out.Next = pointers.Next
	all, err := s.membershipsOf(ctx, u, pointers.Items)
	out.Items = append(out.Items, slices.DeleteFunc(all, func(m people.Membership) bool { return !m.Active() })...)
	return out, err
}
