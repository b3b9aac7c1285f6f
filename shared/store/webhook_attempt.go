package store

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/shared/domain"
	"stint/shared/table"
)

// WaitingDelivery is the first delivery of events that waits; ok is false without one.
func (s *Store) WaitingDelivery(ctx context.Context, h domain.Webhook) (d domain.Delivery, ok bool, err error) {
	waiting := table.Range{Index: table.ByLSK, Partition: webhooksPK(h.WorkspaceID), From: deliveryLSK(h.ID, h.Settled+1), To: deliveryLSK(h.ID, h.Made)}
	for d, err := range table.Iterate[domain.Delivery](ctx, s.table, waiting, 20) {
		if err != nil {
			return d, false, err
		}
		if d.Status == domain.DeliveryPending && d.Event != domain.TestEvent {
			return d, true, nil
		}
	}
	return d, false, nil
}

// KeepAttempt writes the result of an attempt: the delivery as it is after it, and state, that
// of its webhook. off says that the webhook is switched off. Errors: ErrLeaseLost; conflict if
// off is set and the settings were changed since they were read.
func (s *Store) KeepAttempt(ctx context.Context, h domain.Webhook, state domain.WebhookState, off bool, d domain.Delivery) error {
	was := d
	was.Status = domain.DeliveryPending
	kept := table.Put(deliveryItem(h.WorkspaceID, d, s.instant())).Provided(deliveryUnchanged(was))
	webhook := afterAttempt(h, state, off).AlsoUpdate(func(u expression.UpdateBuilder) expression.UpdateBuilder {
		return settle(s.renewLease(u, h.ID), d)
	})
	return s.table.Commit(ctx, webhook.Provided(hasLease(h.Lease)).Or(ErrLeaseLost), kept.Or(ErrLeaseLost))
}

// afterAttempt writes what an attempt changes of a webhook. One that is switched off gets a new
// version.
func afterAttempt(h domain.Webhook, state domain.WebhookState, off bool) table.Action {
	version := h.Version
	h.WebhookState = state
	attributes := []string{"ok", "bad", "bad_n"}
	if !off {
		return table.UpdateAttributesUnversioned(table.Encode(webhookKey(h.WorkspaceID, h.ID), h), attributes...)
	}
	h.IsActive, h.Version = false, version+1
	return table.UpdateAttributes(table.Encode(webhookKey(h.WorkspaceID, h.ID), h), version, append(attributes, "active", "off", "off_at")...)
}

// settle takes a delivery that has ended from those of its webhook that wait.
func settle(u expression.UpdateBuilder, d domain.Delivery) expression.UpdateBuilder {
	switch {
	case d.Event == domain.TestEvent:
		return u.Delete(expression.Name("tests"), expression.Value(&types.AttributeValueMemberSS{Value: []string{string(d.ID)}}))
	case d.Status != domain.DeliveryPending:
		return u.Set(expression.Name(attrSettled), expression.Value(d.Number))
	}
	return u
}
