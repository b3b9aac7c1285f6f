package webhooks

import (
	"context"
	"errors"

	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/domain/people"
	"stint/shared/edge"
	"stint/shared/paging"
	"stint/shared/problem"
	"stint/shared/retry"
	"stint/shared/route"
	"stint/shared/store/feeddb"
)

func (f *Family) listDeliveries(ctx context.Context, r *route.Request, in paging.Query,
	h feed.Webhook) (route.List[deliveryAnswer], error) {
	page, err := f.store.Deliveries(ctx, r.WorkspaceID(), h.ID, in.Page(r))
	return paging.ToList(page, err, func(d feed.Delivery) deliveryAnswer { return toDelivery(h, d) })
}

var errInactive = problem.Conflict(problem.WebhookInactive, "The webhook is switched off. Switch it on first.")

func (f *Family) redeliverDelivery(ctx context.Context, c *route.Call[route.NoInput],
	d delivery) (deliveryAnswer, error) {
	if err := checkAudit(c.Caller, d.Event); err != nil {
		return deliveryAnswer{}, err
	}
	if !d.webhook.IsActive {
		return deliveryAnswer{}, errInactive
	}
	if d.StatusIn(d.webhook) == feed.DeliveryPending {
		return toDelivery(d.webhook, d.Delivery), nil
	}
	h, again := d.webhook, d.Delivery
	err := f.numbered(ctx, &h, func() error {
		if d.Event == feed.TestEvent {
			if err := f.checkTest(ctx, c.User, h); err != nil {
				return err
			}
		}
		again = d.Again(h.LastDelivery + 1)
		return f.store.Redeliver(ctx, h, d.Delivery, again)
	})
	return toDelivery(h, again), err
}

// maxNumberTries is how often a delivery takes a number when others take one at the same
// time.
const maxNumberTries = 5

// numbered runs a write that takes the next number of a webhook, and reads the webhook again
// if another write took it. What depends on the webhook is decided in write.
func (f *Family) numbered(ctx context.Context, h *feed.Webhook, write func() error) error {
	return retry.Do(ctx, retry.Policy{Tries: maxNumberTries}, func() (again bool, err error) {
		if err := write(); !errors.Is(err, feeddb.ErrDeliveryMade) {
			return false, err
		}
		if *h, err = f.store.Webhook(ctx, h.WorkspaceID, h.ID); err != nil {
			return false, err
		}
		return true, feeddb.ErrDeliveryMade
	})
}

var errTooManyTests = problem.Conflict(problem.LimitReached, "Too many tests of the webhook wait to be sent.")

func (f *Family) test(ctx context.Context, c *route.Call[route.NoInput], h feed.Webhook) (deliveryAnswer, error) {
	sent := feed.Delivery{
		ID: domain.NewID(), WebhookID: h.ID, Event: feed.TestEvent, Status: feed.DeliveryPending, CreatedAt: c.Now,
		Cause: edge.RequestInfoFrom(ctx).Trace.Cause(),
		Body: feed.EncodeEvent(feed.TestEvent, c.Now, h.WorkspaceID,
			feed.TestData{WebhookID: h.ID, Message: feed.TestMessage}),
	}
	err := f.numbered(ctx, &h, func() error {
		if err := f.checkTest(ctx, c.User, h); err != nil {
			return err
		}
		sent.Number = h.LastDelivery + 1
		return f.store.QueueTest(ctx, h, sent)
	})
	return toDelivery(h, sent), err
}

// checkTest decides whether a test may be queued for a webhook. Errors: conflict with limit_reached or
// webhook_inactive.
func (f *Family) checkTest(ctx context.Context, caller people.User, h feed.Webhook) error {
	if len(h.Tests) >= feed.MaxWebhookTests {
		return errTooManyTests
	}
	isVoid, err := f.isVoid(ctx, caller, h)
	if err == nil && isVoid {
		return errInactive
	}
	return err
}

// isVoid is feeddb.Store.IsVoid. It reads nothing if the caller is the user that it depends on.
func (f *Family) isVoid(ctx context.Context, caller people.User, h feed.Webhook) (bool, error) {
	if h.UnprovenMaker == caller.ID {
		return caller.EmailVerified, nil
	}
	return f.store.IsVoid(ctx, h)
}
