// Package webhooks manages the addresses that are sent the events of a workspace. The
// deliverer calls them; this package calls nothing outside.
package webhooks

import (
	"context"

	"stint/shared/boot"
	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/egress"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/vault"
)

// Store is the part of the store that this family uses.
type Store interface {
	// Webhook reads a webhook. Errors: not_found.
	Webhook(ctx context.Context, workspace, webhook domain.ID) (feed.Webhook, error)
	// Webhooks lists the webhooks of a workspace by id.
	Webhooks(ctx context.Context, workspace domain.ID, p store.PageRequest) (store.Page[feed.Webhook], error)
	// CreateWebhook creates a webhook, unless its workspace has most of them. Errors:
	// conflict with limit_reached.
	CreateWebhook(ctx context.Context, h feed.Webhook, most int, r domain.ReplayRecord) error
	// ChangeWebhook replaces the settings of a webhook. Errors: conflict when it was changed
	// since it was read.
	ChangeWebhook(ctx context.Context, was, now feed.Webhook) error
	// DeleteWebhook deletes a webhook. Errors: conflict when it was changed since it was read.
	DeleteWebhook(ctx context.Context, h feed.Webhook) error
	// Deliveries lists the deliveries of a webhook, newest first.
	Deliveries(ctx context.Context, workspace, webhook domain.ID, p store.PageRequest) (store.Page[feed.Delivery], error)
	// Delivery reads a delivery of a webhook. Errors: not_found.
	Delivery(ctx context.Context, workspace, webhook, delivery domain.ID) (feed.Delivery, error)
	// QueueTest queues the delivery of a test. Errors: conflict with limit_reached;
	// store.ErrDeliveryMade when another delivery was made since the webhook was read.
	QueueTest(ctx context.Context, h feed.Webhook, d feed.Delivery) error
	// Redeliver queues a delivery once more. Errors: conflict when it was queued since it was
	// read; store.ErrDeliveryMade as QueueTest.
	Redeliver(ctx context.Context, h feed.Webhook, was, now feed.Delivery) error
}

var _ Store = (*store.Store)(nil)

// Family holds what the operations of this package need.
type Family struct {
	store   Store
	secrets vault.Vault
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
