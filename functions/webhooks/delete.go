package webhooks

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
)

func (f *Family) remove(ctx context.Context, c *route.Call[route.NoInput], h domain.Webhook) (route.Deleted, error) {
	if err := c.CheckIfMatch(h.Version); err != nil {
		return route.Deleted{}, err
	}
	return route.Deleted{ID: string(h.ID), Deleted: true}, f.store.DeleteWebhook(ctx, h)
}
