package webhooks

import (
	"context"
	"errors"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/retry"
	"stint/shared/route"
	"stint/shared/store"
)

var errInactive = problem.Conflict(problem.WebhookInactive, "The webhook is switched off. Switch it on first.")

func (f *Family) redeliverDelivery(ctx context.Context, c *route.Call[route.NoInput], d delivery) (deliveryAnswer, error) {
	if !d.webhook.IsActive {
		return deliveryAnswer{}, errInactive
	}
	if d.StatusIn(d.webhook) == domain.DeliveryPending {
		return toDelivery(d.webhook, d.Delivery), nil
	}
	h, again := d.webhook, d.Delivery
	err := f.numbered(ctx, &h, func() error {
		again = d.Again(h.Made + 1)
		return f.store.Redeliver(ctx, h, d.Delivery, again)
	})
	return toDelivery(h, again), err
}

// maxNumberTries is how often a delivery takes a number when others take one at the same
// time.
const maxNumberTries = 5

// numbered runs a write that takes the next number of a webhook, and reads the webhook again
// if another write took it.
func (f *Family) numbered(ctx context.Context, h *domain.Webhook, write func() error) error {
	return retry.Do(ctx, retry.Policy{Tries: maxNumberTries}, func() (again bool, err error) {
		if err := write(); !errors.Is(err, store.ErrDeliveryMade) {
			return false, err
		}
		if *h, err = f.store.Webhook(ctx, h.WorkspaceID, h.ID); err != nil {
			return false, err
		}
		return true, store.ErrDeliveryMade
	})
}
