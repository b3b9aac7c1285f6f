package feeddb

import (
	"context"
	"slices"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/dynamo"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// Deliveries lists the deliveries of a webhook, newest first.
func (s *Store) Deliveries(
	ctx context.Context, w, h domain.ID, p table.PageRequest,
) (_ table.Page[feed.Delivery], err error) {
	defer core.Wrap(&err, "Deliveries", w, h)
	r := key.DeliveriesRange(w, h)
	r.Descending = true
	return table.List[feed.Delivery](ctx, s.Table, r, p, nil)
}

// Delivery reads a delivery of a webhook. Errors: not_found.
func (s *Store) Delivery(ctx context.Context, w, h, d domain.ID) (_ feed.Delivery, err error) {
	defer core.Wrap(&err, "Delivery", w, h, d)
	return table.GetExisting[feed.Delivery](ctx, s.Table, key.Delivery(w, h, d))
}

// deliveryItem is the item of a delivery. It expires after its retention.
func deliveryItem(w domain.ID, d feed.Delivery, kept domain.Instant) table.Item {
	it := table.WithLSK(table.Encode(key.Delivery(w, d.WebhookID, d.ID), d), key.DeliveryLSK(d.Number))
	return table.WithExpiry(it, kept.Plus(feed.DeliveryRetention).Time)
}

// ErrDeliveryMade is the error of a delivery that lost its number to another one.
var ErrDeliveryMade = problem.Conflict(problem.WriteRace, "Another delivery was made at the same time. Try again.")

// queueDelivery takes the next number of a webhook for a delivery and wakes the deliverer. A test also becomes one of
// those that wait.
func (s *Store) queueDelivery(h feed.Webhook, d feed.Delivery) table.Action {
	next := dueAt(core.LastDelivery.Add(1), s.Instant(), h.ID)
	if d.Event == feed.TestEvent {
		next = next.Add(core.Field[feed.Webhook]("Tests"), setOf(d.ID))
	}
	return table.Update(key.Webhook(h.WorkspaceID, h.ID), next).Provided(core.LastDelivery.Is(h.LastDelivery)).Or(
		ErrDeliveryMade)
}

// QueueTest queues the delivery of a test to a webhook that was read. Errors: conflict with
// limit_reached, and ErrDeliveryMade.
func (s *Store) QueueTest(ctx context.Context, h feed.Webhook, d feed.Delivery) (err error) {
	defer core.Wrap(&err, "QueueTest", h.ID, d.ID)
	return s.Table.Commit(ctx, s.queueDelivery(h, d), table.Create(waking(deliveryItem(h.WorkspaceID, d, d.CreatedAt))))
}

// Redeliver queues a delivery of a webhook that was read once more. Errors: conflict when it
// was queued concurrently, and ErrDeliveryMade.
func (s *Store) Redeliver(ctx context.Context, h feed.Webhook, was, now feed.Delivery) (err error) {
	defer core.Wrap(&err, "Redeliver", h.ID, was.ID)
	again := table.Put(waking(deliveryItem(h.WorkspaceID, now, s.Instant()))).Provided(deliveryUnchanged(was))
	return s.Table.Commit(ctx, s.queueDelivery(h, now), again)
}

// deliveryUnchanged holds while a delivery has the number and the status that it had when it
// was read.
func deliveryUnchanged(d feed.Delivery) expression.ConditionBuilder {
	number, status := core.Field[feed.Delivery]("Number"), core.Field[feed.Delivery]("Status")
	return number.Equal(expression.Value(d.Number)).And(status.Equal(expression.Value(string(d.Status))))
}

// waking marks an item so that its write starts the deliverer. It changes the item that it
// returns.
func waking(it table.Item) table.Item {
	it[dynamo.AttrWake] = table.StringValue("1")
	return it
}

// WaitingDeliveries are the first deliveries of events that wait, in their order. They are at most limit, and have at
// most feed.MaxBatchBytes beside the first one.
func (s *Store) WaitingDeliveries(ctx context.Context, h feed.Webhook, limit int) (all []feed.Delivery, err error) {
	defer core.Wrap(&err, "WaitingDeliveries", h.ID)
	size := 0
	waiting := table.Range{Index: table.ByLSK, Partition: key.DeliveriesPK(h.WorkspaceID, h.ID),
		From: key.DeliveryLSK(h.Settled + 1), To: key.DeliveryLSK(h.LastDelivery)}
	for d, err := range table.Iterate[feed.Delivery](ctx, s.Table, waiting, max(20, limit)) {
		if err != nil {
			return nil, err
		}
		if d.Status != feed.DeliveryPending || d.Event == feed.TestEvent {
			continue
		}
		if size += len(d.Body); len(all) > 0 && size > feed.MaxBatchBytes {
			break
		}
		if all = append(all, d); len(all) == limit {
			break
		}
	}
	return all, nil
}

// KeepAttempt writes the results of attempts: the deliveries as they are after them, and state, that
// of their webhook. off says that the webhook is switched off, and settled is the number up to which
// all deliveries have ended; 0 leaves it. A crash may leave the later deliveries
// of a batch as they were: they are sent again. Errors: ErrLeaseLost; conflict if
// off is set and the settings were changed since they were read.
func (s *Store) KeepAttempt(
	ctx context.Context, h feed.Webhook, state feed.WebhookState, off bool, settled int64, all ...feed.Delivery,
) (err error) {
	defer core.Wrap(&err, "KeepAttempt", h.ID, all[0].ID)
	for part := range slices.Chunk(all, table.MaxActions-1) {
		upTo := min(settled, part[len(part)-1].Number)
		webhook := afterAttempt(h, state, off).AlsoUpdate(func(u expression.UpdateBuilder) expression.UpdateBuilder {
			return settle(s.extendLease(u, h), part[0], upTo)
		})
		actions := []table.Action{webhook.Provided(hasLease(h.Lease)).Or(ErrLeaseLost)}
		for _, d := range part {
			was := d
			was.Status = feed.DeliveryPending
			kept := table.Put(deliveryItem(h.WorkspaceID, d, s.Instant())).Provided(deliveryUnchanged(was))
			actions = append(actions, kept.Or(ErrLeaseLost))
		}
		if err := s.Table.Commit(ctx, actions...); err != nil {
			return err
		}
		if off {
			h.Version, off = h.Version+1, false // the first part has switched it off
		}
	}
	return nil
}

// afterAttempt writes what an attempt changes of a webhook. One that is switched off gets a new
// version.
func afterAttempt(h feed.Webhook, state feed.WebhookState, off bool) table.Action {
	version := h.Version
	h.WebhookState = state
	written := core.Attributes[feed.Webhook]("LastSuccess", "FailingSince", "Failures")
	if !off {
		return table.UpdateAttributesUnversioned(table.Encode(key.Webhook(h.WorkspaceID, h.ID), h), written...)
	}
	h.IsActive, h.Version = false, version+1
	written = append(written, core.Attributes[feed.Webhook]("IsActive", "DisabledFor", "DisabledAt")...)
	return table.UpdateAttributes(table.Encode(key.Webhook(h.WorkspaceID, h.ID), h), version, written...)
}

// VoidWebhook switches off a webhook whose maker proved their address since they made it. Errors: ErrLeaseLost.
func (s *Store) VoidWebhook(ctx context.Context, h feed.Webhook) (err error) {
	defer core.Wrap(&err, "VoidWebhook", h.ID)
	return s.Table.Commit(ctx, afterAttempt(h, h.Void(s.Instant()), true).Provided(hasLease(h.Lease)).Or(ErrLeaseLost))
}

// settle takes the deliveries that have ended from those of their webhook that wait: a test, or all up to a
// number, of which 0 is none.
func settle(u expression.UpdateBuilder, first feed.Delivery, upTo int64) expression.UpdateBuilder {
	switch {
	case first.Event == feed.TestEvent:
		return u.Delete(core.Field[feed.Webhook]("Tests"), setOf(first.ID))
	case upTo > 0:
		return u.Set(core.Field[feed.Webhook]("Settled"), expression.Value(upTo))
	}
	return u
}

// DropTests takes tests from those that wait, without sending them. Errors: ErrLeaseLost.
func (s *Store) DropTests(ctx context.Context, h feed.Webhook, tests ...domain.ID) (err error) {
	defer core.Wrap(&err, "DropTests", h.ID)
	dropped := expression.Delete(core.Field[feed.Webhook]("Tests"), setOf(tests...))
	return s.Table.Commit(ctx, table.Update(key.Webhook(h.WorkspaceID, h.ID), s.extendLease(dropped, h)).Provided(
		hasLease(h.Lease)).Or(ErrLeaseLost))
}

// setOf is a set of ids.
func setOf(ids ...domain.ID) expression.ValueBuilder {
	set := &types.AttributeValueMemberSS{}
	for _, id := range ids {
		set.Value = append(set.Value, string(id))
	}
	return expression.Value(set)
}
