// Package webhooks manages the addresses that are sent the events of a workspace. The
// deliverer calls them; this package calls nothing outside.
package webhooks

import (
	"context"

	"stint/shared/boot"
	"stint/shared/domain/feed"
	"stint/shared/egress"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/vault"
)

// Family holds what the operations of this package need.
type Family struct {
	store   *store.Store
	secrets *vault.Vault
	targets egress.Policy
}

// Function is the Lambda function of this family.
var Function = boot.NewFunction("webhooks", Routes, New)

// New builds the family.
func New(d *boot.Deps) *Family {
	return &Family{store: d.Store, secrets: d.WebhookVault(), targets: d.WebhookTargets()}
}

// loadWebhook reads the webhook in the path. Errors: not_found.
func (f *Family) loadWebhook(ctx context.Context, r *route.Request) (feed.Webhook, error) {
	return f.store.Webhook(ctx, r.WorkspaceID(), r.ID("id"))
}

// delivery is a delivery with its webhook.
type delivery struct {
	feed.Delivery
	webhook feed.Webhook
}

// loadDelivery reads the delivery in the path. Errors: not_found.
func (f *Family) loadDelivery(ctx context.Context, r *route.Request) (delivery, error) {
	h, err := f.loadWebhook(ctx, r)
	if err != nil {
		return delivery{}, err
	}
	d, err := f.store.Delivery(ctx, r.WorkspaceID(), h.ID, r.ID("deliveryId"))
	return delivery{d, h}, err
}
