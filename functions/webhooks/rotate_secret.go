package webhooks

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
)

func (f *Family) rotateSecret(ctx context.Context, c *route.Call[route.NoInput], was domain.Webhook) (withSecret, error) {
	if err := c.CheckIfMatch(was.Version); err != nil {
		return withSecret{}, err
	}
	secret, sealed, err := f.newSecret(ctx, was.ID)
	if err != nil {
		return withSecret{}, err
	}
	now := was.WithSecret(sealed, c.Now)
	if err := f.store.ChangeWebhook(ctx, was, now); err != nil {
		return withSecret{}, err
	}
	return withSecret{toAnswer(now, c.Now), &secret}, nil
}
