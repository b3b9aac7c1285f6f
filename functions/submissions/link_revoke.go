package submissions

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
)

func (f *Family) revokeLink(ctx context.Context, c *route.Call[route.NoInput], l submissionLink) (route.Deleted, error) {
	gone := route.Deleted{ID: string(l.ClientLink.ID), Deleted: true}
	if _, err := c.ReadValid(); err != nil {
		return gone, err
	}
	now, event, err := l.RevokeLink(l.ClientLink.ID, domain.ActorOf(c.User), c.Now)
	if err != nil || event == nil {
		return gone, err
	}
	return gone, f.store.RevokeClientLink(ctx, c.WorkspaceID(), l.Submission, now, *event, l.ClientLink)
}
