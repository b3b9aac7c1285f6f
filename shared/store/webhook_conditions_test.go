package store

import (
	"errors"
	"testing"

	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/domain/people"
	"stint/shared/dynamo"
	"stint/shared/problem"
	"stint/shared/store/feeddb"
	"stint/shared/store/key"
	"stint/shared/table"
)

// A webhook is made in a workspace that is not deleted, and deleted as it was read.
func TestAWebhookIsDeletedAsItWasRead(t *testing.T) {
	b := newTestStore(t)
	now := b.core.Instant()
	w := people.Workspace{ID: domain.NewID(), DeletedAt: &now, Version: 1}
	h := feed.Webhook{ID: domain.NewID(), WorkspaceID: w.ID, Version: 2}
	create := func() error { return b.CreateWebhook(ctx(t), h, 5, domain.ReplayRecord{}) }
	b.write(t, table.Encode(key.Workspace(w.ID), w))
	wantCode(t, create(), problem.CodeConflict)
	w.DeletedAt = nil
	b.write(t, table.Encode(key.Workspace(w.ID), w))
	if err := create(); err != nil {
		t.Fatal(err)
	}
	read := h
	read.Version = 1
	wantCode(t, b.DeleteWebhook(ctx(t), read), problem.CodeConflict)
	if err := b.DeleteWebhook(ctx(t), h); err != nil {
		t.Error(err)
	}
}

// A webhook has one run at a time. The run ends only if it has the lease and nothing came since it read the webhook.
func TestARunEndsWithItsLease(t *testing.T) {
	b := newTestStore(t)
	now := b.core.Instant()
	h := feed.Webhook{ID: domain.NewID(), WorkspaceID: domain.NewID(), Version: 1}
	h.LastDelivery = 7
	b.write(t, table.Encode(key.Webhook(h.WorkspaceID, h.ID), h))
	for _, lease := range []domain.ID{"first", "second"} {
		if ok, err := b.LeaseWebhook(ctx(t), h.WorkspaceID, h.ID, lease); ok != (lease == "first") || err != nil {
			t.Fatalf("the %s lease is given: %t, %v", lease, ok, err)
		}
	}
	h.Lease, h.Woken = "first", 1
	other, woken, sent := h, h, h
	other.Lease, woken.Woken, sent.LastDelivery = "second", 0, 6
	for _, read := range []feed.Webhook{other, woken, sent} {
		if err := b.ReleaseWebhook(ctx(t), read, 0, &now); !errors.Is(err, feeddb.ErrLeaseLost) {
			t.Errorf("lease %s, woken %d times, %d deliveries: %v", read.Lease, read.Woken, read.LastDelivery, err)
		}
	}
	if err := b.ReleaseWebhook(ctx(t), h, 0, &now); err != nil {
		t.Error(err)
	}
}

// A run writes only while it has the lease, and a delivery only as it was read.
func TestARunWritesWithItsLease(t *testing.T) {
	b := newTestStore(t)
	h := feed.Webhook{ID: domain.NewID(), WorkspaceID: domain.NewID(), Version: 1}
	h.LastDelivery, h.Lease = 7, "first"
	sent := feed.Delivery{ID: domain.NewID(), WebhookID: h.ID, Number: 7, Status: feed.DeliveryPending}
	b.write(t, table.Encode(key.Webhook(h.WorkspaceID, h.ID), h),
		table.Encode(key.Delivery(h.WorkspaceID, h.ID, sent.ID), sent))
	lost, read, other := h, h, sent
	lost.Lease, read.LastDelivery, other.Number = "second", 6, 6
	sent.Status = feed.DeliverySucceeded
	for name, write := range map[string]func() error{
		"an attempt of another run":    func() error { return b.KeepAttempt(ctx(t), lost, h.WebhookState, false, 7, sent) },
		"an attempt of another number": func() error { return b.KeepAttempt(ctx(t), h, h.WebhookState, false, 7, other) },
		"another run switches it off":  func() error { return b.VoidWebhook(ctx(t), lost) },
		"another run reads the feed":   func() error { return b.KeepReading(ctx(t), lost, feeddb.WebhookReading{}) },
		"the feed after a delivery":    func() error { return b.KeepReading(ctx(t), read, feeddb.WebhookReading{}) },
	} {
		if err := write(); !errors.Is(err, feeddb.ErrLeaseLost) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := b.KeepAttempt(ctx(t), h, h.WebhookState, false, 7, sent); err != nil {
		t.Fatal(err)
	}
	again := sent
	again.Number, again.Status = 8, feed.DeliveryPending
	wantCode(t, b.Redeliver(ctx(t), h, other, again), problem.CodeConflict)
	if err := b.Redeliver(ctx(t), h, sent, again); err != nil {
		t.Error(err)
	}
}

// An event that happens again after its delivery expired is delivered again, also while the expired item is in the
// table.
func TestAReadingReplacesExpiredDeliveries(t *testing.T) {
	b := newTestStore(t)
	h := feed.Webhook{ID: domain.NewID(), WorkspaceID: domain.NewID(), Version: 1}
	h.Lease = "first"
	b.write(t, table.Encode(key.Webhook(h.WorkspaceID, h.ID), h))
	reading := feeddb.WebhookReading{Deliveries: []feed.Delivery{{ID: feed.DeliveryID(h.ID, "event"), WebhookID: h.ID}}}
	for number := range int64(2) {
		h.LastDelivery = number
		if err := b.KeepReading(ctx(t), h, reading); err != nil {
			t.Fatalf("reading %d: %v", number+1, err)
		}
		b.clock.Advance(feed.DeliveryRetention)
	}
}

// Whoever made a webhook that the service switched off is told once, and not after it was switched on again.
func TestADisabledWebhookIsToldOfOnce(t *testing.T) {
	b := newTestStore(t)
	w := people.Workspace{ID: domain.NewID(), OwnerID: domain.NewID(), Version: 1}
	off := feed.Webhook{ID: domain.NewID(), WorkspaceID: w.ID, Version: 1}
	on := off
	on.ID = domain.NewID()
	item := table.Encode(key.Webhook(w.ID, off.ID), off)
	item[dynamo.AttrG1], item[dynamo.AttrLSK] = table.StringValue(key.WebhookOffPK), table.StringValue(string(off.ID))
	b.write(t, table.Encode(key.Workspace(w.ID), w), item, table.Encode(key.Webhook(w.ID, on.ID), on))
	for _, h := range []feed.Webhook{off, off, on} {
		if err := b.NotifyDisabled(ctx(t), h); err != nil {
			t.Fatal(err)
		}
	}
	if n := b.countDue(t); n != 1 {
		t.Errorf("%d notices wait, want 1", n)
	}
}
