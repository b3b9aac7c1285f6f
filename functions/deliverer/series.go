package deliverer

import (
	"context"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/feed"
)

// Deliveries that wait are sent one after the other. What became of them is written together, because each of these
// writes also writes the webhook. So a run that dies sends up to maxSeries deliveries again, with their ids.
const (
	maxSeries = 10 // deliveries whose results are written together
	// seriesTime is how long after the webhook was read a further delivery may begin. So a webhook that was switched
	// off or changed gets deliveries for at most this long, apart from the attempt in progress.
	seriesTime = time.Second
)

// sendInSeries sends deliveries, of which the first one is due, in their order and until one fails. It sends as many as
// the limits of requests allow, and ends the run when they allow none.
func (r *run) sendInSeries(ctx context.Context, waiting []feed.Delivery) (done bool, err error) {
	if isPaused, err := r.takeOrPause(ctx); isPaused || err != nil {
		return isPaused, err
	}
	attempt, err := r.call(ctx, waiting[0])
	if err != nil {
		return false, err
	}
	attempts := []feed.Attempt{attempt}
	for _, d := range waiting[1:] {
		if !r.goesOn(ctx, d, attempt) {
			break
		}
		_, ok, err := r.takeRequest(ctx)
		if err != nil || !ok || !r.goesOn(ctx, d, attempt) { // taking may have stalled
			break
		}
		if attempt, err = r.call(ctx, d); err != nil { // the next step begins with this delivery, and says why
			break
		}
		attempts = append(attempts, attempt)
	}
	return false, r.keepSent(ctx, waiting, waiting[:len(attempts)], attempts)
}

// goesOn reports whether a series goes on with a delivery after an attempt for the one before.
func (r *run) goesOn(ctx context.Context, d feed.Delivery, before feed.Attempt) bool {
	now := r.now()
	isDue := d.NextAttemptAt == nil || !domain.InstantOf(now).Before(d.NextAttemptAt.Time)
	return isDue && before.Failure == "" && now.Sub(r.readAt) < seriesTime && hasTime(ctx)
}
