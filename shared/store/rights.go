package store

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/table"
)

// Accounts, workspaces and members that writes of other records depend on.

var (
	// accountExists holds while the account is not deleted.
	accountExists = expression.And(table.Present, expression.AttributeNotExists(field[domain.User]("DeletedAt")))
	// notBeingPurged holds while the workspace exists and its purge has not begun.
	notBeingPurged = expression.And(table.Present, expression.AttributeNotExists(field[domain.Workspace]("PurgeBegunAt")))
	// workspaceExists holds while the workspace is not deleted.
	workspaceExists = expression.And(table.Present, expression.AttributeNotExists(field[domain.Workspace]("DeletedAt")))
	// isActive holds while the member is active.
	isActive = field[domain.Member]("State").Equal(expression.Value(string(domain.MemberActive)))
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

// errRightLost is the error of a change by someone who lost the right to it.
var errRightLost = problem.Conflict(problem.WriteRace, "Your own membership was changed by another request. Try again.")

// liveWorkspace reads a workspace. Errors: not_found, also for one that is deleted.
func (s *Core) liveWorkspace(ctx context.Context, id domain.ID) (domain.Workspace, error) {
	w, err := table.GetExisting[domain.Workspace](ctx, s.table, workspaceKey(id))
	if err == nil && w.Deleted() {
		err = problem.NotFound()
	}
	return w, err
}

// activeMembers reads all active members of a workspace.
func (s *Core) activeMembers(ctx context.Context, w domain.ID) ([]domain.Member, error) {
	var active []domain.Member
	err := table.Walk(ctx, s.table, membersRange(w), func(m domain.Member) error {
		if m.Active() {
			active = append(active, m)
		}
		return nil
	})
	return active, err
}

// projectMembershipsOf reads a user's project memberships, by project.
func (s *Core) projectMembershipsOf(ctx context.Context, w, u domain.ID) (map[domain.ID]domain.ProjectMember, error) {
	if u == "" {
		return nil, nil
	}
	rows, err := table.ReadAll[domain.ProjectMember](ctx, s.table, table.PrefixRange(table.ByLSK, workspacePK(w), memberOfProjectLSK(u, "")))
	byProject := make(map[domain.ID]domain.ProjectMember, len(rows))
	for _, row := range rows {
		byProject[row.ProjectID] = row
	}
	return byProject, err
}
