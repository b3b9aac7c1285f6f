package deliverer

import (
	"context"
	"errors"
	"time"

	"stint/shared/domain"
	"stint/shared/store"
)

// shutdownReserve is the time that a run leaves for one more attempt and its result.
const shutdownReserve = domain.AttemptTimeout + 5*time.Second

// hasTime reports whether there is time for another step.
func hasTime(ctx context.Context) bool {
	end, ends := ctx.Deadline()
	return ctx.Err() == nil && (!ends || time.Until(end) > shutdownReserve)
}

// maxLost is how many steps in a row a run may lose to other writes.
const maxLost = 20

// run serves one webhook while it has its lease.
type run struct {
	*Deliverer
	lease   domain.ID
	webhook domain.Webhook // as it was read before the step
	in      domain.Workspace

	currency domain.Currency // of the workspace, when it was read
	isRead   bool            // whether the feed was read to its end
	woken    int64
}

// serve takes a webhook and does what there is to do. It does nothing if another run has it.
func (d *Deliverer) serve(ctx context.Context, h domain.Webhook) error {
	r := &run{Deliverer: d, lease: domain.NewID()}
	ok, err := d.store.LeaseWebhook(ctx, h.WorkspaceID, h.ID, r.lease)
	if err != nil || !ok {
		return err
	}
	for lost := 0; hasTime(ctx) && lost < maxLost; {
		x, ok, err := d.store.WebhookRun(ctx, h.WorkspaceID, h.ID, r.lease)
		if err != nil || !ok {
			return err
		}
		r.begin(x)
		done, err := r.step(ctx)
		if errors.Is(err, store.ErrLeaseLost) {
			lost++
			continue // the next look shows who has the webhook, or what changed
		}
		lost = 0
		if done || err != nil {
			return err
		}
	}
	return nil // the lease ends, and the webhook is due since before
}

// begin takes over what was read. A webhook that was woken reads the feed again.
func (r *run) begin(x store.WebhookRun) {
	if x.Webhook.Woken != r.woken {
		r.isRead, r.woken = false, x.Webhook.Woken
	}
	r.webhook, r.in = x.Webhook, x.Workspace
}

// step does what comes next: a test, reading the feed, or the first delivery that waits. done
// is true when there is nothing to do now, and the webhook was released.
func (r *run) step(ctx context.Context) (done bool, err error) {
	h := r.webhook
	switch {
	case len(h.Tests) > 0:
		return false, r.sendTest(ctx)
	case !h.IsActive:
		return true, r.store.ReleaseWebhook(ctx, h, 0, nil)
	case !r.isRead && h.Waiting() < domain.MaxWaiting:
		return false, r.readFeed(ctx)
	}
	waiting, ok, err := r.store.WaitingDelivery(ctx, h)
	if err != nil {
		return false, err
	}
	now := domain.InstantOf(r.now())
	due, settled := now.Plus(domain.WebhookPoll), h.Made
	if ok {
		if waiting.NextAttemptAt == nil || !now.Before(waiting.NextAttemptAt.Time) {
			return false, r.send(ctx, waiting)
		}
		settled = waiting.Number - 1
		if waiting.NextAttemptAt.Before(due.Time) {
			due = *waiting.NextAttemptAt
		}
	}
	return true, r.store.ReleaseWebhook(ctx, h, settled, &due)
}

// sendTest sends the first test that waits.
func (r *run) sendTest(ctx context.Context) error {
	test, err := r.store.Delivery(ctx, r.webhook.WorkspaceID, r.webhook.ID, r.webhook.Tests[0])
	if err != nil {
		return err
	}
	return r.send(ctx, test)
}
