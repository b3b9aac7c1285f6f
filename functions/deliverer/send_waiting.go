package deliverer

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/problem"
)

// sendWaiting sends the first delivery that waits, if it is due. Otherwise it releases the webhook,
// which is due for the next attempt or for the next reading of the feed.
func (r *run) sendWaiting(ctx context.Context) (done bool, err error) {
	waiting, err := r.store.WaitingDeliveries(ctx, r.webhook, r.mostWaiting())
	if err != nil {
		return false, err
	}
	now := domain.InstantOf(r.now())
	due, settled := now.Plus(feed.WebhookPoll), r.webhook.LastDelivery
	if len(waiting) > 0 {
		first := waiting[0]
		if first.NextAttemptAt == nil || !now.Before(first.NextAttemptAt.Time) {
			return r.sendDue(ctx, waiting)
		}
		settled = first.Number - 1
		if first.NextAttemptAt.Before(due.Time) {
			due = *first.NextAttemptAt
		}
	}
	return true, r.store.ReleaseWebhook(ctx, r.webhook, settled, &due)
}

// mostWaiting is how many of the deliveries that wait the next step reads.
func (r *run) mostWaiting() int {
	switch {
	case r.webhook.IsBatch:
		return feed.MaxBatch
	case r.mayBeBehind():
		return lanes * readPerLane
	}
	return maxSeries
}

// sendDue sends the first deliveries that wait, which are due: a batch, one in each lane, or one after the other.
func (r *run) sendDue(ctx context.Context, waiting []feed.Delivery) (done bool, err error) {
	switch {
	case r.webhook.IsBatch:
		return r.sendOrPause(ctx, waiting...)
	case r.isBehind(waiting[0]):
		return r.sendInLanes(ctx, waiting)
	}
	return r.sendInSeries(ctx, waiting[:min(maxSeries, len(waiting))])
}

// sendTest sends the first test that waits. One that expired while it waited is dropped.
func (r *run) sendTest(ctx context.Context) (done bool, err error) {
	h, first := r.webhook, r.webhook.Tests[0]
	test, err := r.store.Delivery(ctx, h.WorkspaceID, h.ID, first)
	switch {
	case problem.Is(err, problem.CodeNotFound):
		return false, r.store.DropTests(ctx, h, first)
	case err != nil:
		return false, err
	}
	return r.sendOrPause(ctx, test)
}

// sendOrPause sends deliveries as one request. Over the limit of requests it ends the run instead, and the webhook is
// due when the next window begins.
func (r *run) sendOrPause(ctx context.Context, all ...feed.Delivery) (done bool, err error) {
	if isPaused, err := r.takeOrPause(ctx); isPaused || err != nil {
		return isPaused, err
	}
	return false, r.send(ctx, all...)
}

// takeOrPause counts a request to the webhook's host. Over the limit it ends the run until the next window begins.
func (r *run) takeOrPause(ctx context.Context) (isPaused bool, err error) {
	until, ok, err := r.takeRequest(ctx)
	if err != nil || ok {
		return false, err
	}
	return true, r.pause(ctx, until)
}

// pause ends the run until a time, because a limit of requests is used up.
func (r *run) pause(ctx context.Context, until domain.Instant) error {
	r.log.Info("webhook waits for its rate", "webhook", r.webhook.ID, "until", until.String())
	return r.store.PauseWebhook(ctx, r.webhook, until)
}
