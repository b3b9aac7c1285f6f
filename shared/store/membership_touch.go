package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/table"
)

// The members and project members of a user show the name and the address of the account.
// When those change, the worker makes them count as changed.

// touchMemberships queues TouchMemberships, now.
func (s *Store) touchMemberships(u, w domain.ID) table.Action {
	now := s.instant()
	return enqueue(domain.Work{ID: domain.NewID(), Kind: domain.WorkTouchMemberships, UserID: u, WorkspaceID: w, TargetID: u, CreatedAt: now}, now)
}

// TouchMemberships makes the member and the project members of a user in a workspace count
// as changed; without a workspace, in all of them. It may be stopped and repeated.
func (s *Store) TouchMemberships(ctx context.Context, u, w domain.ID) error {
	workspaces := []domain.ID{w}
	if w == "" {
		pointers, err := table.ReadAll[membershipPointer](ctx, s.table, table.PrefixRange(table.Base, userPK(u), membershipPrefix))
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
	projects, err := s.projectMembershipsOf(ctx, w, u)
	if err != nil {
		return err
	}
	keys := []table.Key{memberKey(w, u)}
	for id := range projects {
		keys = append(keys, projectMemberKey(w, id, u))
	}
	for _, k := range keys {
		err := s.table.Commit(ctx, table.Touch(k))
		if err != nil && !problem.Is(err, problem.CodeConflict) { // else it was removed
			return err
		}
	}
	return nil
}
