package deliverer

import (
	"context"
	"time"

	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
	"stint/shared/domain/feed"
)

// A webhook whose receiver is slower than events come would fall behind without end if it got one event at a
// time. So, when it is behind, the deliveries of different records are sent at the same time. The events of one
// record are sent in their order in any case.

const (
	// A webhook is behind when so many deliveries wait, and the first one has waited so long. So a receiver that takes
	// about 16 events a second or fewer gets behind after a burst: 50 of them last three seconds.
	manyWaiting = 50
	longWaiting = 3 * time.Second
	// lanes is how many deliveries of a webhook are sent at the same time.
	lanes = 8
	// readPerLane is how many deliveries that wait are read for each lane, in case several are of one record.
	readPerLane = 4
)

// mayBeBehind reports whether so many deliveries wait that the webhook may be behind. One that gets batches never is,
// because they keep the order.
func (r *run) mayBeBehind() bool { return !r.webhook.IsBatch && r.webhook.Waiting() >= manyWaiting }

// isBehind reports whether the webhook is behind, and so gets several requests at the same time.
func (r *run) isBehind(first feed.Delivery) bool {
	return r.mayBeBehind() && r.now().Sub(first.CreatedAt.Time) >= longWaiting
}

// sendInLanes sends the first delivery that waits of each of some records, all at the same time. It sends as many
// as the limits of requests allow, and ends the run when they allow none.
func (r *run) sendInLanes(ctx context.Context, waiting []feed.Delivery) (done bool, err error) {
	until, chosen, err := r.takeLanes(ctx, chooseLanes(waiting, domain.InstantOf(r.now())))
	switch {
	case err != nil:
		return false, err
	case len(chosen) == 0:
		return true, r.pause(ctx, until)
	}
	attempts, err := r.callAll(ctx, chosen)
	if err != nil {
		return false, err
	}
	return false, r.keepSent(ctx, waiting, chosen, attempts)
}

// chooseLanes chooses the first delivery of each record, if it is due, in the order in which they wait.
func chooseLanes(waiting []feed.Delivery, now domain.Instant) (chosen []feed.Delivery) {
	taken := map[string]bool{}
	for _, d := range waiting {
		isDue := d.NextAttemptAt == nil || !now.Before(d.NextAttemptAt.Time)
		if isDue && !taken[d.Record] && len(chosen) < lanes {
			chosen = append(chosen, d)
		}
		taken[d.Record] = true
	}
	return chosen
}

// takeLanes counts a request for each delivery, as long as the limits of requests allow it. until is when they
// allow more.
func (r *run) takeLanes(ctx context.Context, all []feed.Delivery) (until domain.Instant, taken []feed.Delivery,
	err error) {
	for i := range all {
		var ok bool
		until, ok, err = r.takeRequest(ctx)
		if err != nil || !ok {
			return until, all[:i], err
		}
	}
	return until, all, nil
}

// takeRequest counts a request to the webhook's host, if the limits of requests allow it. until is when they allow
// more.
func (r *run) takeRequest(ctx context.Context) (until domain.Instant, ok bool, err error) {
	return r.rates.TakeForWebhook(ctx, r.webhook.WorkspaceID, r.webhook.URL.Host())
}

// callAll sends each delivery as one request, all at the same time.
func (r *run) callAll(ctx context.Context, all []feed.Delivery) ([]feed.Attempt, error) {
	attempts := make([]feed.Attempt, len(all))
	var group errgroup.Group
	for i, d := range all {
		group.Go(func() (err error) {
			attempts[i], err = r.call(ctx, d)
			return err
		})
	}
	return attempts, group.Wait()
}

// keepSent writes what became of the deliveries that were chosen among those that wait.
func (r *run) keepSent(ctx context.Context, waiting, chosen []feed.Delivery, attempts []feed.Attempt) error {
	next, isOff := r.webhook.WebhookState, false
	var after []feed.Delivery
	for i, d := range chosen {
		if !isOff {
			next, isOff = next.After(attempts[i])
		}
		after = append(after, d.After(attempts[i]))
	}
	if isOff {
		after = withoutRetries(after)
	}
	byID := map[domain.ID]feed.Delivery{}
	for _, d := range after {
		byID[d.ID] = d
	}
	all := make([]feed.Delivery, len(waiting))
	for i, d := range waiting {
		all[i] = d
		if sent, ok := byID[d.ID]; ok {
			all[i] = sent
		}
	}
	settled := lastEnded(all) // up to this number no delivery waits
	return r.store.KeepAttempt(ctx, r.webhook, next, isOff, settled, after...)
}
