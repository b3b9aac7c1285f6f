package core

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/projects"
	"stint/shared/problem"
	"stint/shared/store/key"
	"stint/shared/table"
)

// Accounts, workspaces and members that writes of other records depend on.

var (
	// AccountExists holds while the account is not deleted.
	AccountExists = expression.And(table.Present, expression.AttributeNotExists(Field[people.User]("DeletedAt")))
	// NotBeingPurged holds while the workspace exists and its purge has not begun.
	NotBeingPurged = expression.And(table.Present, expression.AttributeNotExists(Field[people.Workspace]("PurgeBegunAt")))
	// WorkspaceExists holds while the workspace is not deleted.
	WorkspaceExists = expression.And(table.Present, expression.AttributeNotExists(Field[people.Workspace]("DeletedAt")))
	// IsActive holds while the member is active.
	IsActive = Field[people.Member]("State").Equal(expression.Value(string(people.MemberActive)))
)

// BecomeOwner notes that a user becomes the owner of a workspace. It fails when the
// account is deleted. A deletion at the same time fails by the count.
func BecomeOwner(u domain.ID) table.Action {
	return Ownerships.Raise(key.Profile(u)).Provided(AccountExists)
}

// CountJoin notes that a workspace gets an active member. It fails when the workspace
// is deleted. The deletion of the owner's account at the same time fails by the count.
func CountJoin(w domain.ID) table.Action {
	return Joins.Raise(key.Workspace(w)).Provided(WorkspaceExists)
}

// ErrRightLost is the error of a change by someone who lost the right to it.
var ErrRightLost = problem.Conflict(problem.WriteRace, "Your own membership was changed by another request. Try again.")

// LiveWorkspace reads a workspace. Errors: not_found, also for one that is deleted.
func (s *Core) LiveWorkspace(ctx context.Context, id domain.ID) (people.Workspace, error) {
	w, err := table.GetExisting[people.Workspace](ctx, s.Table, key.Workspace(id))
	if err == nil && w.Deleted() {
		err = problem.NotFound()
	}
	return w, err
}

// ActiveMembers reads all active members of a workspace.
func (s *Core) ActiveMembers(ctx context.Context, w domain.ID) ([]people.Member, error) {
	var active []people.Member
	err := table.Walk(ctx, s.Table, key.MembersRange(w), func(m people.Member) error {
		if m.Active() {
			active = append(active, m)
		}
		return nil
	})
	return active, err
}

// ProjectMembershipsOf reads a user's project memberships, by project.
func (s *Core) ProjectMembershipsOf(ctx context.Context, w, u domain.ID) (map[domain.ID]projects.ProjectMember, error) {
	if u == "" {
		return nil, nil
	}
	rows, err := table.ReadAll[projects.ProjectMember](ctx, s.Table,
		table.PrefixRange(table.ByLSK, key.WorkspacePK(w), key.MemberOfProjectLSK(u, "")))
	byProject := make(map[domain.ID]projects.ProjectMember, len(rows))
	for _, row := range rows {
		byProject[row.ProjectID] = row
	}
	return byProject, err
}
