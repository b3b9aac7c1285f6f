package worker

import (
	"context"
	"errors"

	"stint/shared/domain"
	"stint/shared/store"
)

// DisabledWebhooks are the webhooks that the service switched off.
type DisabledWebhooks interface {
	// DisabledWebhooks lists those that nobody was mailed about yet.
	DisabledWebhooks(ctx context.Context) ([]domain.Webhook, error)
	// NotifyDisabled queues the notice of one, once.
	NotifyDisabled(ctx context.Context, h domain.Webhook) error
}

var _ DisabledWebhooks = (*store.Store)(nil)

// notifyDisabled queues the notices of webhooks that the service switched off. The function
// that switches them off may not write to the queue.
func notifyDisabled(all DisabledWebhooks) func(context.Context) error {
	return func(ctx context.Context) error {
		found, err := all.DisabledWebhooks(ctx)
		for _, h := range found {
			err = errors.Join(err, all.NotifyDisabled(ctx, h))
		}
		return err
	}
}
