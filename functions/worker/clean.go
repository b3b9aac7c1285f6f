package worker

import (
	"context"

	"stint/shared/domain"
	"stint/shared/store"
)

// Cleaner removes what deleted things left behind.
type Cleaner interface {
	// CleanProject removes the memberships of a deleted project; it may be
	// repeated.
	CleanProject(ctx context.Context, workspace, project domain.ID) error
}

var _ Cleaner = (*store.Store)(nil)

// cleaning are the handlers of what deletes leave for later.
func cleaning(c Cleaner) map[domain.WorkKind]Handler {
	return map[domain.WorkKind]Handler{
		domain.WorkCleanProject: atOnce(func(ctx context.Context, w domain.Work) error {
			return c.CleanProject(ctx, w.WorkspaceID, w.TargetID)
		}),
	}
}
