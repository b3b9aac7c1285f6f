package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/table"
)

// errTooManyWorkspaces is the error of a workspace beyond the limit.
var errTooManyWorkspaces = problem.Conflict(problem.LimitReached, "You have made as many workspaces as one person may have. Delete one first.")

// countWorkspace counts a new workspace for its maker. It fails with limit_reached when
// the maker has made limit of them.
func countWorkspace(maker domain.ID, limit int) table.Action {
	counted := ownerships.addTo(workspacesMade.add(1), 1)
	return table.Update(profileKey(maker), counted).Provided(accountExists).Provided(workspacesMade.below(limit)).Or(errTooManyWorkspaces)
}

// removeWorkspace deletes the item of a purged workspace, which then no longer counts
// for its maker. A maker whose account is gone has no count.
func (s *Store) removeWorkspace(ctx context.Context, w domain.Workspace) error {
	meta := table.Delete(workspaceKey(w.ID)).LeavingNothing()
	if w.MadeBy == "" {
		return s.table.Commit(ctx, meta)
	}
	err := s.table.Commit(ctx, meta.Provided(table.Present), workspacesMade.lower(profileKey(w.MadeBy)))
	if problem.Is(err, problem.CodeConflict) {
		return s.table.Commit(ctx, meta)
	}
	return err
}
