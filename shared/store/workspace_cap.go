package store

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/table"
)

// attrMade is the attribute of a profile that counts the workspaces that the user made
// and that were not purged yet.
const attrMade = "made"

// errTooManyWorkspaces is the error of a workspace beyond the limit.
var errTooManyWorkspaces = problem.Conflict(problem.LimitReached, "You have made as many workspaces as one person may have. Delete one first.")

// countWorkspace counts a new workspace for its maker. It fails with limit_reached when
// the maker has made limit of them.
func countWorkspace(maker domain.ID, limit int) table.Action {
	made := expression.Name(attrMade)
	below := expression.Or(expression.AttributeNotExists(made), made.LessThan(expression.Value(limit)))
	counted := expression.Add(made, expression.Value(1)).Add(expression.Name(attrOwned), expression.Value(1))
	return table.Update(profileKey(maker), counted).Provided(accountExists).Provided(below).Or(errTooManyWorkspaces)
}

// removeWorkspace deletes the item of a purged workspace, which then no longer counts
// for its maker. A maker whose account is gone has no count.
func (s *Store) removeWorkspace(ctx context.Context, w domain.Workspace) error {
	meta := table.Delete(workspaceKey(w.ID)).LeavingNothing()
	if w.MadeBy == "" {
		return s.table.Commit(ctx, meta)
	}
	made := expression.Name(attrMade)
	uncount := table.Update(profileKey(w.MadeBy), expression.Add(made, expression.Value(-1))).Provided(made.GreaterThan(expression.Value(0)))
	err := s.table.Commit(ctx, meta.Provided(table.Present), uncount)
	if problem.Is(err, problem.CodeConflict) {
		return s.table.Commit(ctx, meta)
	}
	return err
}
