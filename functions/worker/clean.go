package worker

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/domain/projects"
	"stint/shared/store"
)

// cleanHandlers are the handlers of the work that a change leaves in the records of members and webhooks.
func cleanHandlers(s *store.Store) map[domain.WorkKind]Handler {
	return map[domain.WorkKind]Handler{
		projects.WorkCleanProject: singleTurn(func(ctx context.Context, w domain.Work) error {
			return s.CleanProject(ctx, w.WorkspaceID, w.TargetID)
		}),
		feed.WorkForgetWebhook: singleTurn(func(ctx context.Context, w domain.Work) error {
			return s.ForgetWebhook(ctx, w.WorkspaceID, w.TargetID)
		}),
		domain.WorkTouchMemberships: singleTurn(func(ctx context.Context, w domain.Work) error {
			return s.TouchMemberships(ctx, w.UserID, w.WorkspaceID)
		}),
	}
}

// abandonHandlers are the handlers of the work that large writes leave before they begin,
// in case their request dies.
func abandonHandlers(s *store.Store) map[domain.WorkKind]Handler {
	return map[domain.WorkKind]Handler{
		domain.WorkAbandonRound: singleTurn(func(ctx context.Context, w domain.Work) error {
			return s.AbandonExpiredRound(ctx, w.WorkspaceID, w.TargetID, w.Round)
		}),
		domain.WorkEndReservation: singleTurn(func(ctx context.Context, w domain.Work) error {
			return s.EndReservation(ctx, w.WorkspaceID, w.TargetID)
		}),
	}
}
