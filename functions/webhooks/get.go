package webhooks

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
)

func (f *Family) get(_ context.Context, c *route.Call[route.NoInput], h domain.Webhook) (webhook, error) {
	return toAnswer(h, c.Now), nil
}
