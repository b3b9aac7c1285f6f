package deliverer

import (
	"context"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/feed"
)

// Deliveries that wait are sent one after the other. What became of them is written together, because each write is of
// the webhook too. So a run that dies sends up to maxRow deliveries again, with their ids.
const (
	maxRow = 10 // deliveries whose results are written together
	// rowTime is how long after the webhook was read another one of a row may begin. So a webhook that is switched off
	// or changed is sent at most so long, and the attempt that goes on then.
	rowTime = time.Second
)

// sendInRow sends deliveries, of which the first one is due, in their order and until one fails. It sends as many as
// the limits of requests allow, and ends the run when they allow none.
func (r *run) sendInRow(ctx context.Context, waiting []feed.Delivery) (done bool, err error) {
	var attempts []feed.Attempt
	for i, d := range waiting {
		if i > 0 && !r.goesOn(ctx, d, attempts[i-1]) {
			break
		}
		until, ok, err := r.rates.TakeForWebhook(ctx, r.webhook.WorkspaceID, r.webhook.URL.Host())
		switch {
		case i == 0 && err != nil:
			return false, err
		case i == 0 && !ok:
			return true, r.pause(ctx, until)
		}
		if err != nil || !ok || i > 0 && !r.goesOn(ctx, d, attempts[i-1]) { // taking may have stalled
			break
		}
		attempt, err := r.call(ctx, d)
		if i == 0 && err != nil {
			return false, err
		}
		if err != nil { // the next step begins with this delivery, and says why
			break
		}
		attempts = append(attempts, attempt)
	}
	return false, r.keepSent(ctx, waiting, waiting[:len(attempts)], attempts)
}

// goesOn reports whether a row goes on with a delivery after an attempt for the one before.
func (r *run) goesOn(ctx context.Context, d feed.Delivery, before feed.Attempt) bool {
	now := r.now()
	isDue := d.NextAttemptAt == nil || !domain.InstantOf(now).Before(d.NextAttemptAt.Time)
	return isDue && before.Failure == "" && now.Sub(r.readAt) < rowTime && hasTime(ctx)
}
