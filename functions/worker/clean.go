package worker

import (
	"context"

	"stint/shared/domain"
	"stint/shared/store"
)

// ProjectCleaner removes what a deleted project leaves behind.
type ProjectCleaner interface {
	// CleanProject removes the memberships of a deleted project. It may be
	// repeated.
	CleanProject(ctx context.Context, workspace, project domain.ID) error
}

var _ ProjectCleaner = (*store.Store)(nil)

// cleanHandlers are the handlers of the work that deletes leave for later.
func cleanHandlers(c ProjectCleaner) map[domain.WorkKind]Handler {
	return map[domain.WorkKind]Handler{
		domain.WorkCleanProject: singleTurn(func(ctx context.Context, w domain.Work) error {
			return c.CleanProject(ctx, w.WorkspaceID, w.TargetID)
		}),
	}
}
