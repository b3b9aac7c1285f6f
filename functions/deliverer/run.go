package deliverer

import (
	"context"
	"errors"
	"time"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/domain/people"
	"stint/shared/store/feeddb"
)

// shutdownReserve is the time that a run leaves for one more attempt and its result.
const shutdownReserve = feed.AttemptTimeout + 5*time.Second

// LeastTime is the shortest time of a call that serves webhooks. Some seconds of it are for steps.
const LeastTime = shutdownReserve + 5*time.Second

// ErrNoTime is the error of a call that began without time to serve any webhook.
var ErrNoTime = errors.New("a call of the deliverer has no time to serve a webhook: its timeout must be at least " +
	LeastTime.String())

// hasTime reports whether there is time for another step.
func hasTime(ctx context.Context) bool {
	end, ends := ctx.Deadline()
	return ctx.Err() == nil && (!ends || time.Until(end) > shutdownReserve)
}

// maxLost is how many steps in a row may fail because of other writes of the webhook.
const maxLost = 20

// run serves one webhook while it has its lease.
type run struct {
	*Deliverer
	lease   domain.ID
	began   time.Time        // when its turn began
	readAt  time.Time        // when the webhook was read last, or before
	webhook feed.Webhook     // as it was read before the step
	in      people.Workspace // of the webhook, as it was read with it
	isVoid  bool             // whether the webhook is to be switched off and sends no tests; see feeddb.WebhookRun

	currency    domain.Currency // of the workspace, when it was read
	viewer      auth.Caller     // the owner of the workspace, as whom it was read
	isRead      bool            // whether the feed was read to its end
	isAuditRead bool            // whether the audit log was read to its end
	isLate      bool            // whether the totals for budgets were not ready when they were needed
	woken       int64           // how often the webhook was woken before the step; see feed.WebhookState
}

// serve takes a webhook and does what there is to do, for one turn. It does nothing if another
// run has the webhook, if it is held, or if there is no time. more says that the turn ended before the work.
func (d *Deliverer) serve(ctx context.Context, h feed.Webhook) (more bool, err error) {
	if !hasTime(ctx) || h.PausedUntil != nil && d.now().Before(h.PausedUntil.Time) {
		return false, nil
	}
	r := &run{Deliverer: d, lease: domain.NewID(), began: d.now()}
	ok, err := d.store.LeaseWebhook(ctx, h.WorkspaceID, h.ID, r.lease)
	if err != nil || !ok {
		return false, err
	}
	return r.takeSteps(ctx, h)
}

// takeSteps does one step after the other, until there is nothing to do or the turn is over.
func (r *run) takeSteps(ctx context.Context, h feed.Webhook) (more bool, err error) {
	for lost := 0; lost < maxLost; {
		r.readAt = r.now()
		x, ok, err := r.store.WebhookRun(ctx, h.WorkspaceID, h.ID, r.lease)
		if err != nil || !ok {
			return false, err
		}
		r.begin(x)
		done, more, err := r.next(ctx)
		if errors.Is(err, feeddb.ErrLeaseLost) {
			lost++
			continue // the next reading shows which run has the webhook, or what changed
		}
		lost = 0
		if done || err != nil {
			return more, err
		}
	}
	return false, nil // the webhook is due when the lease ends
}

// next does the next step. When the turn is over, it releases the webhook instead, and more is
// true: the webhook is due at once, after those that were due before.
func (r *run) next(ctx context.Context) (done, more bool, err error) {
	now := r.now()
	if hasTime(ctx) && now.Sub(r.began) < turnTime {
		done, err = r.step(ctx)
		return done, false, err
	}
	due := domain.InstantOf(now)
	return true, true, r.store.ReleaseWebhook(ctx, r.webhook, 0, &due)
}

// begin keeps what was read before a step. A webhook that was woken reads the feed again.
func (r *run) begin(x feeddb.WebhookRun) {
	if x.Webhook.Woken != r.woken {
		r.isRead, r.isAuditRead, r.woken = false, false, x.Webhook.Woken
	}
	r.webhook, r.in, r.isVoid = x.Webhook, x.Workspace, x.IsVoid
}

// step does what comes next: switching off a webhook that is void and dropping its tests, a test, reading the feed,
// budgets that could not be checked, reading the audit log, or the first delivery that waits. done is true when there
// is nothing to do now, and the webhook was released.
func (r *run) step(ctx context.Context) (done bool, err error) {
	h := r.webhook
	switch {
	case h.IsActive && r.isVoid:
		return false, r.store.VoidWebhook(ctx, h)
	case len(h.Tests) > 0 && r.isVoid:
		return false, r.store.DropTests(ctx, h, h.Tests...)
	case len(h.Tests) > 0:
		return r.sendTest(ctx)
	case !h.IsActive:
		return true, r.store.ReleaseWebhook(ctx, h, 0, nil)
	case !r.isRead && h.Waiting() < feed.MaxWaiting:
		return false, r.readFeed(ctx)
	case r.hasLateBudgets() && h.Waiting() < feed.MaxWaiting:
		return false, r.checkLateBudgets(ctx)
	case r.readsAudit() && h.Waiting() < feed.MaxWaiting:
		return false, r.readAudit(ctx)
	}
	return r.sendWaiting(ctx)
}
