// Package deliverer sends the events of workspaces to their webhooks. It reads the change
// feed from the position of each webhook. It writes new deliveries and the next position in one
// transaction, and sends the deliveries one after the other, or, of many that wait, those of different
// records at the same time. So a crash only delays a webhook.
// It is the only function that calls addresses that users chose, and it writes nothing but
// webhooks, deliveries and running totals.
package deliverer

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"stint/shared/boot"
	"stint/shared/changes"
	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/fairqueue"
	"stint/shared/limits"
	"stint/shared/store"
	"stint/shared/totals"
	"stint/shared/vault"
)

// Deliverer sends deliveries. It is safe for concurrent use.
type Deliverer struct {
	store   *store.Store
	feed    *changes.Feed
	budgets Budgets
	secrets *vault.Vault
	client  *http.Client
	now     func() time.Time
	log     *slog.Logger
	rates   *limits.Outgoing
}

// New makes a deliverer.
func New(d *boot.Deps) *Deliverer {
	changeFeed := changes.New(d.Store, d.Now)
	return &Deliverer{
		store: d.Store, feed: changeFeed,
		budgets: totals.Service{Store: d.Store, Changes: changes.Times{Feed: changeFeed}, Clock: d.Now},
		secrets: d.WebhookVault(), client: d.WebhookTargets().NewClient(), now: d.Now, log: d.Log,
		rates: limits.NewOutgoing(d.Store, d.Now, d.Config.Limits),
	}
}

// Deliver serves the webhooks of the given workspaces, each for one turn. Without workspaces, it
// serves all webhooks that are due, as long as the context leaves time for it. A webhook that
// fails does not stop the others. Errors: ErrNoTime.
func (d *Deliverer) Deliver(ctx context.Context, woken ...domain.ID) error {
	if !hasTime(ctx) {
		return ErrNoTime
	}
	if len(woken) > 0 {
		all, err := d.find(ctx, woken)
		d.serveAll(ctx, all, false)
		return err
	}
	all, err := d.store.DueWebhooks(ctx, domain.InstantOf(d.now()))
	d.serveAll(ctx, all, true)
	return err
}

// DeliverAll serves all webhooks, also those that are not due yet, each for one turn. It is
// for a machine without a stream that wakes the deliverer.
func (d *Deliverer) DeliverAll(ctx context.Context) error {
	if !hasTime(ctx) {
		return ErrNoTime
	}
	all, err := d.store.DueWebhooks(ctx, domain.InstantOf(d.now()).Plus(feed.WebhookPoll))
	d.serveAll(ctx, all, false)
	return err
}

// serveAll serves webhooks. With repeat, a webhook that has more to send gets further turns.
// Without it, no turn begins later than turnTime after the call: the schedule serves the rest.
func (d *Deliverer) serveAll(ctx context.Context, all []feed.Webhook, repeat bool) {
	began := d.now()
	workspaceOf := func(h feed.Webhook) domain.ID { return h.WorkspaceID }
	fairqueue.New(all, maxPerWorkspace, workspaceOf).Run(maxParallel, func(h feed.Webhook) (again bool) {
		isLate := !repeat && d.now().Sub(began) >= turnTime
		return !isLate && d.serveLogged(ctx, h) && repeat
	})
}

// serveLogged serves a webhook and logs its failure. more is that of serve.
func (d *Deliverer) serveLogged(ctx context.Context, h feed.Webhook) (more bool) {
	more, err := d.serve(ctx, h)
	if err != nil {
		d.log.Warn("a webhook could not be served", "webhook", h.ID, "error", err.Error())
	}
	return more && err == nil
}

// find lists the webhooks of workspaces.
func (d *Deliverer) find(ctx context.Context, workspaces []domain.ID) (all []feed.Webhook, err error) {
	for _, w := range workspaces {
		found, failed := d.store.WebhooksOf(ctx, w)
		all, err = append(all, found...), errors.Join(err, failed)
	}
	return all, err
}
