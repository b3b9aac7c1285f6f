package store

import (
	"context"
	"slices"

	"stint/shared/domain"
	"stint/shared/table"
)

// Membership reads a user's membership of one workspace, whatever its state; ok
// is false when there is none.
func (s *Store) Membership(ctx context.Context, u, w domain.ID) (m domain.Membership, ok bool, err error) {
	f, err := s.table.BatchGet(ctx, memberKey(w, u), workspaceKey(w))
	if err != nil {
		return m, false, err
	}
	return membershipIn(f, u, w)
}

// Memberships lists the workspaces that a user is an active member of, the oldest
// membership first, with one query and one batch read.
func (s *Store) Memberships(ctx context.Context, u domain.ID) ([]domain.Membership, error) {
	all, err := s.AllMemberships(ctx, u)
	return slices.DeleteFunc(all, func(m domain.Membership) bool { return !m.Active() }), err
}

// AllMemberships is Memberships with those that have ended and those of deleted
// workspaces that are not purged.
func (s *Store) AllMemberships(ctx context.Context, u domain.ID) ([]domain.Membership, error) {
	pointers, err := table.ReadAll[membershipPointer](ctx, s.table, table.PrefixRange(table.Base, userPK(u), membershipPrefix))
	if err != nil {
		return nil, err
	}
	all, err := s.membershipsOf(ctx, u, pointers)
	domain.SortByJoinTime(all)
	return all, err
}

// membershipsOf reads the memberships that pointers lead to, with one batch read.
func (s *Store) membershipsOf(ctx context.Context, u domain.ID, pointers []membershipPointer) ([]domain.Membership, error) {
	keys := make([]table.Key, 0, 2*len(pointers))
	for _, p := range pointers {
		keys = append(keys, memberKey(p.WorkspaceID, u), workspaceKey(p.WorkspaceID))
	}
	f, err := s.table.BatchGet(ctx, keys...)
	if err != nil {
		return nil, err
	}
	all := make([]domain.Membership, 0, len(pointers))
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

func membershipIn(f table.Items, u, w domain.ID) (m domain.Membership, ok bool, err error) {
	var there bool
	if m.Workspace, there, err = table.Lookup[domain.Workspace](f, workspaceKey(w)); err != nil || !there {
		return m, false, err
	}
	m.Member, ok, err = table.Lookup[domain.Member](f, memberKey(w, u))
	return m, ok, err
}
