// Package deliverer sends the events of workspaces to their webhooks. It reads the change
// feed from the position of each webhook, writes deliveries with the position behind them in
// one transaction, and sends them one after the other. So whatever dies, a webhook is only
// behind. It is the only function that calls addresses that users chose, and it writes
// nothing but webhooks, deliveries and running totals.
package deliverer

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"

	"stint/shared/boot"
	"stint/shared/changes"
	"stint/shared/domain"
	"stint/shared/store"
	"stint/shared/totals"
	"stint/shared/vault"
)

// Store is the part of the store that the deliverer uses.
type Store interface {
	// DueWebhooks lists webhooks that are due at a time or before.
	DueWebhooks(ctx context.Context, at domain.Instant) ([]domain.Webhook, error)
	// WebhooksOf lists the webhooks of a workspace.
	WebhooksOf(ctx context.Context, workspace domain.ID) ([]domain.Webhook, error)
	// LeaseWebhook gives a webhook to a run; ok is false when another run has it.
	LeaseWebhook(ctx context.Context, workspace, webhook, lease domain.ID) (ok bool, err error)
	// WebhookRun reads a webhook with its workspace; ok is false when the run must end.
	WebhookRun(ctx context.Context, workspace, webhook, lease domain.ID) (r store.WebhookRun, ok bool, err error)
	// OwnerOf reads the owner of a workspace. Errors: not_found.
	OwnerOf(ctx context.Context, w domain.Workspace) (domain.User, domain.Member, domain.Billing, error)
	// SubmissionEvents lists the history of a submission, oldest first.
	SubmissionEvents(ctx context.Context, workspace, submission domain.ID, p store.PageRequest) (store.Page[domain.SubmissionEvent], error)
	// SeenBefore reads what a webhook has seen of names, and which deliveries it has.
	SeenBefore(ctx context.Context, h domain.Webhook, names []string, deliveries []domain.ID) (map[string]store.WebhookSeen, map[domain.ID]bool, error)
	// KeepReading writes new deliveries and the position behind them. Errors: store.ErrLeaseLost.
	KeepReading(ctx context.Context, h domain.Webhook, r store.WebhookReading) error
	// Delivery reads a delivery. Errors: not_found.
	Delivery(ctx context.Context, workspace, webhook, delivery domain.ID) (domain.Delivery, error)
	// WaitingDelivery is the first delivery of events that waits; ok is false without one.
	WaitingDelivery(ctx context.Context, h domain.Webhook) (d domain.Delivery, ok bool, err error)
	// KeepAttempt writes the result of an attempt. Errors: store.ErrLeaseLost.
	KeepAttempt(ctx context.Context, h domain.Webhook, state domain.WebhookState, off bool, d domain.Delivery) error
	// ReleaseWebhook ends a run. Errors: store.ErrLeaseLost.
	ReleaseWebhook(ctx context.Context, h domain.Webhook, settled int64, due *domain.Instant) error
	// Records reads records by their ids.
	Records(ctx context.Context, workspace domain.ID, refs store.Refs) (store.Records, error)
}

var _ Store = (*store.Store)(nil)

// Feed is the change feed.
type Feed interface {
	changes.Reader
	// Since is the position of a time. Errors: validation for one that is too long ago.
	Since(at domain.Instant) (changes.Position, error)
}

var _ Feed = (*changes.Feed)(nil)

// Deliverer sends deliveries. It is safe for concurrent use.
type Deliverer struct {
	store   Store
	feed    Feed
	budgets Budgets
	secrets vault.Opener
	client  *http.Client
	now     func() time.Time
	log     *slog.Logger
}

// New makes a deliverer.
func New(d *boot.Deps) *Deliverer {
	feed := changes.New(d.Store, d.Now)
	return &Deliverer{
		store: d.Store, feed: feed, budgets: totals.Service{Store: d.Store, Changes: changes.Times{Feed: feed}, Clock: d.Now}, secrets: d.WebhookVault(), client: d.WebhookTargets().NewClient(), now: d.Now, log: d.Log,
	}
}

// maxParallel is how many webhooks one call serves at a time.
const maxParallel = 16

// Deliver serves all webhooks that are due, and those of the given workspaces, as long as
// the context leaves time for it. A webhook that fails does not stop the others.
func (d *Deliverer) Deliver(ctx context.Context, woken ...domain.ID) error {
	all, err := d.find(ctx, domain.InstantOf(d.now()), woken)
	return errors.Join(err, d.serveAll(ctx, all))
}

// DeliverAll serves all webhooks, also those that are not due yet. It is for a machine
// without a stream that wakes the deliverer.
func (d *Deliverer) DeliverAll(ctx context.Context) error {
	all, err := d.find(ctx, domain.InstantOf(d.now()).Plus(domain.WebhookPoll), nil)
	return errors.Join(err, d.serveAll(ctx, all))
}

func (d *Deliverer) serveAll(ctx context.Context, all []domain.Webhook) error {
	var group errgroup.Group
	group.SetLimit(maxParallel)
	for _, h := range all {
		group.Go(func() error {
			if err := d.serve(ctx, h); err != nil {
				d.log.Warn("a webhook could not be served", "webhook", h.ID, "error", err.Error())
			}
			return nil
		})
	}
	return group.Wait()
}

// find lists the webhooks to serve, each once.
func (d *Deliverer) find(ctx context.Context, due domain.Instant, woken []domain.ID) (all []domain.Webhook, err error) {
	found, err := d.store.DueWebhooks(ctx, due)
	for _, w := range woken {
		more, failed := d.store.WebhooksOf(ctx, w)
		found, err = append(found, more...), errors.Join(err, failed)
	}
	seen := map[domain.ID]bool{}
	for _, h := range found {
		if !seen[h.ID] {
			seen[h.ID] = true
			all = append(all, h)
		}
	}
	return all, err
}
