package worker

import (
	"context"

	"stint/shared/domain"
	"stint/shared/store"
)

// Cleaner does what changes of records leave for later.
type Cleaner interface {
	// CleanProject removes the memberships of a deleted project. It may be
	// repeated.
	CleanProject(ctx context.Context, workspace, project domain.ID) error
	// TouchMemberships makes the members of a user count as changed, in all workspaces
	// or in one. It may be repeated.
	TouchMemberships(ctx context.Context, user, workspace domain.ID) error
}

var _ Cleaner = (*store.Store)(nil)

// cleanHandlers are the handlers of that work.
func cleanHandlers(c Cleaner) map[domain.WorkKind]Handler {
	return map[domain.WorkKind]Handler{
		domain.WorkCleanProject: singleTurn(func(ctx context.Context, w domain.Work) error {
			return c.CleanProject(ctx, w.WorkspaceID, w.TargetID)
		}),
		domain.WorkTouchMemberships: singleTurn(func(ctx context.Context, w domain.Work) error {
			return c.TouchMemberships(ctx, w.UserID, w.WorkspaceID)
		}),
	}
}
