package webhooks

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
)

var errTooManyTests = problem.Conflict(problem.LimitReached, "Too many tests of the webhook wait to be sent.")

func (f *Family) test(ctx context.Context, c *route.Call[route.NoInput], h domain.Webhook) (deliveryAnswer, error) {
	if len(h.Tests) >= domain.MaxWebhookTests {
		return deliveryAnswer{}, errTooManyTests
	}
	sent := domain.Delivery{
		ID: domain.NewID(), WebhookID: h.ID, Event: domain.TestEvent, Status: domain.DeliveryPending, CreatedAt: c.Now,
		Body: domain.EncodeEvent(domain.TestEvent, c.Now, h.WorkspaceID, domain.TestData{WebhookID: h.ID, Message: "This is a test."}),
	}
	err := f.numbered(ctx, &h, func() error {
		sent.Number = h.Made + 1
		return f.store.QueueTest(ctx, h, sent)
	})
	return toDelivery(h, sent), err
}
