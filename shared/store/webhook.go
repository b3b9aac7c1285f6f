package store

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/shared/domain"
	"stint/shared/dynamo"
	"stint/shared/problem"
	"stint/shared/table"
)

// attrWebhooks is the attribute of a workspace that counts its webhooks.
const attrWebhooks = "hooks"

// Webhook reads a webhook. Errors: not_found.
func (s *Store) Webhook(ctx context.Context, w, h domain.ID) (domain.Webhook, error) {
	return table.GetExisting[domain.Webhook](ctx, s.table, webhookKey(w, h))
}

// Webhooks lists the webhooks of a workspace by id.
func (s *Store) Webhooks(ctx context.Context, w domain.ID, p PageRequest) (Page[domain.Webhook], error) {
	return table.List[domain.Webhook](ctx, s.table, webhooksOf(w), p, nil)
}

func webhooksOf(w domain.ID) table.Range {
	return table.PrefixRange(table.Base, webhooksPK(w), webhookPrefix)
}

var errTooManyWebhooks = problem.Conflict(problem.LimitReached, "The workspace has as many webhooks as one may have. Delete one first.")

// CreateWebhook creates a webhook, unless its workspace has most of them. Errors: conflict
// with limit_reached.
func (s *Store) CreateWebhook(ctx context.Context, h domain.Webhook, most int, r domain.ReplayRecord) error {
	count := expression.Name(attrWebhooks)
	below := expression.Or(expression.AttributeNotExists(count), count.LessThan(expression.Value(most)))
	counted := table.Update(workspaceKey(h.WorkspaceID), expression.Add(count, expression.Value(1)))
	actions := append(s.rememberActions(r),
		table.Create(s.webhookItem(h)),
		counted.Provided(workspaceExists).Provided(below).Or(errTooManyWebhooks),
	)
	return s.table.Commit(ctx, append(actions, s.auditActions(ctx, h.WorkspaceID, domain.AuditWebhookChange(nil, &h))...)...)
}

// webhookItem is the item of a webhook. One that is active is due at once.
func (s *Store) webhookItem(h domain.Webhook) table.Item {
	it := table.Encode(webhookKey(h.WorkspaceID, h.ID), h)
	if h.IsActive {
		it[dynamo.AttrG1], it[dynamo.AttrLSK] = table.StringValue(webhookDuePK), table.StringValue(webhookDue(s.instant(), h.ID))
	}
	return it
}

// ChangeWebhook writes the settings of a webhook in place of what was read. One that is
// switched on or off is taken from the run that has its lease. Errors: conflict when it was
// changed concurrently.
func (s *Store) ChangeWebhook(ctx context.Context, was, now domain.Webhook) error {
	attributes := []string{"url", "events", "active", "text", "updated", "secret", "secrets_was"}
	if was.IsActive != now.IsActive {
		now.Lease, now.LeaseUntil = "", nil
		attributes = append(attributes, "since", "cursor", "read", "settled", "off", "off_at", "off_told", "bad", "bad_n", "lease", "lease_until", dynamo.AttrG1, dynamo.AttrLSK)
	}
	changed := table.UpdateAttributes(s.webhookItem(now), was.Version, attributes...)
	return s.table.Commit(ctx, append(s.auditActions(ctx, now.WorkspaceID, domain.AuditWebhookChange(&was, &now)), changed)...)
}

// DeleteWebhook deletes a webhook that was read. Its deliveries expire. Errors: conflict
// when it was changed concurrently.
func (s *Store) DeleteWebhook(ctx context.Context, h domain.Webhook) error {
	count := expression.Name(attrWebhooks)
	uncount := table.Update(workspaceKey(h.WorkspaceID), expression.Add(count, expression.Value(-1))).Provided(count.GreaterThan(expression.Value(0)))
	return s.table.Commit(ctx, append(s.auditActions(ctx, h.WorkspaceID, domain.AuditWebhookChange(&h, nil)),
		table.Delete(webhookKey(h.WorkspaceID, h.ID)).Provided(table.AtVersion(h.Version)), uncount)...)
}

// Deliveries lists the deliveries of a webhook, newest first.
func (s *Store) Deliveries(ctx context.Context, w, h domain.ID, p PageRequest) (Page[domain.Delivery], error) {
	r := table.PrefixRange(table.ByLSK, webhooksPK(w), deliveriesOf(h))
	r.Descending = true
	return table.List[domain.Delivery](ctx, s.table, r, p, nil)
}

// Delivery reads a delivery of a webhook. Errors: not_found.
func (s *Store) Delivery(ctx context.Context, w, h, d domain.ID) (domain.Delivery, error) {
	return table.GetExisting[domain.Delivery](ctx, s.table, deliveryKey(w, h, d))
}

// deliveryItem is the item of a delivery. It expires after its retention.
func deliveryItem(w domain.ID, d domain.Delivery, kept domain.Instant) table.Item {
	it := table.WithLSK(table.Encode(deliveryKey(w, d.WebhookID, d.ID), d), deliveryLSK(d.WebhookID, d.Number))
	return table.WithExpiry(it, kept.Plus(domain.DeliveryRetention).Time)
}

// ErrDeliveryMade is the error of a delivery that lost its number to another one.
var ErrDeliveryMade = problem.Conflict(problem.WriteRace, "Another delivery was made at the same time. Try again.")

// queueDelivery takes the next number of a webhook for a delivery and wakes the deliverer.
func (s *Store) queueDelivery(h domain.Webhook, update func(expression.UpdateBuilder) expression.UpdateBuilder) table.Action {
	set := dueAt(expression.Set(expression.Name("made"), expression.Value(h.Made+1)), s.instant(), h.ID)
	return table.Update(webhookKey(h.WorkspaceID, h.ID), update(set)).Provided(hasCount("made", h.Made)).Or(ErrDeliveryMade)
}

// QueueTest queues the delivery of a test to a webhook that was read. Errors: conflict with
// limit_reached, and ErrDeliveryMade.
func (s *Store) QueueTest(ctx context.Context, h domain.Webhook, d domain.Delivery) error {
	queued := s.queueDelivery(h, func(u expression.UpdateBuilder) expression.UpdateBuilder {
		return u.Add(expression.Name("tests"), expression.Value(&types.AttributeValueMemberSS{Value: []string{string(d.ID)}}))
	})
	return s.table.Commit(ctx, queued, table.Create(waking(deliveryItem(h.WorkspaceID, d, d.CreatedAt))))
}

// Redeliver queues a delivery of a webhook that was read once more. Errors: conflict when it
// was queued concurrently, and ErrDeliveryMade.
func (s *Store) Redeliver(ctx context.Context, h domain.Webhook, was, now domain.Delivery) error {
	same := expression.Name("n").Equal(expression.Value(was.Number)).And(expression.Name("status").Equal(expression.Value(string(was.Status))))
	again := table.Put(waking(deliveryItem(h.WorkspaceID, now, s.instant()))).Provided(same)
	return s.table.Commit(ctx, s.queueDelivery(h, func(u expression.UpdateBuilder) expression.UpdateBuilder { return u }), again)
}

// waking marks an item so that its write starts the deliverer. It changes the item that it
// returns.
func waking(it table.Item) table.Item {
	it[dynamo.AttrWake] = table.StringValue("1")
	return it
}
