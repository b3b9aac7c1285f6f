package store

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/table"
)

// WebhookSeen is what a webhook has seen of a record.
type WebhookSeen struct {
	Record  string `db:"rec"`
	Running bool   `db:"run,omitempty"`
	Last    string `db:"last,omitempty"` // the change that was seen last
	Gone    bool   `db:"gone_at_last,omitempty"`
	Lasts   bool   `db:"-"` // it is kept as long as the webhook
}

// SeenBefore reads what a webhook has seen of names; a name of which it has seen nothing is left
// out.
func (s *Store) SeenBefore(ctx context.Context, h domain.Webhook, names []string) (map[string]WebhookSeen, error) {
	keys := make([]table.Key, len(names))
	for i, name := range names {
		keys[i] = seenKey(h.WorkspaceID, h.ID, name)
	}
	found, err := s.table.BatchGet(ctx, keys...)
	if err != nil {
		return nil, err
	}
	seen := map[string]WebhookSeen{}
	for i, name := range names {
		was, ok, err := table.Lookup[WebhookSeen](found, keys[i])
		if err != nil {
			return nil, err
		}
		if ok {
			seen[name] = was
		}
	}
	return seen, nil
}

// MadeBefore tells which of the deliveries a webhook has already.
func (s *Store) MadeBefore(ctx context.Context, h domain.Webhook, deliveries []domain.ID) (map[domain.ID]bool, error) {
	keys := make([]table.Key, len(deliveries))
	for i, d := range deliveries {
		keys[i] = deliveryKey(h.WorkspaceID, h.ID, d)
	}
	found, err := s.table.BatchGet(ctx, keys...)
	made := map[domain.ID]bool{}
	for i, d := range deliveries {
		_, made[d] = found[keys[i]]
	}
	return made, err
}

// WebhookReading is what a run has read of the feed.
type WebhookReading struct {
	Deliveries []domain.Delivery // new ones, without numbers
	Seen       []WebhookSeen     // to keep
	Cursor     string            // the position after them; "" leaves it
	Budgets    *string           // the position from which budgets are not checked; nil leaves it
	ReadAt     *domain.Instant   // when the end of the feed was read; nil leaves it
}

// Actions is how many actions of a transaction a reading takes.
func (r WebhookReading) Actions() int { return 1 + len(r.Deliveries) + len(r.Seen) }

// KeepReading writes deliveries and the position behind them in one transaction. Errors:
// ErrLeaseLost.
func (s *Store) KeepReading(ctx context.Context, h domain.Webhook, r WebhookReading) error {
	now := s.instant()
	webhook := table.Update(webhookKey(h.WorkspaceID, h.ID), s.renewLease(r.update(), h.ID))
	actions := []table.Action{webhook.Provided(hasLease(h.Lease)).Provided(lastDelivery.is(h.Made)).Or(ErrLeaseLost)}
	for i, d := range r.Deliveries {
		d.Number = h.Made + int64(i) + 1
		actions = append(actions, table.Create(deliveryItem(h.WorkspaceID, d, now)))
	}
	for _, seen := range r.Seen {
		actions = append(actions, table.Put(seenItem(h, seen, now)))
	}
	return s.table.Commit(ctx, actions...)
}

// update is what a reading changes of its webhook.
func (r WebhookReading) update() (u expression.UpdateBuilder) {
	if len(r.Deliveries) > 0 {
		u = lastDelivery.addTo(u, len(r.Deliveries))
	}
	if r.Cursor != "" {
		u = u.Set(expression.Name("cursor"), expression.Value(r.Cursor))
	}
	if r.Budgets != nil {
		u = u.Set(expression.Name("bcursor"), expression.Value(*r.Budgets))
	}
	if r.ReadAt != nil {
		u = u.Set(expression.Name("read"), expression.Value(r.ReadAt.String()))
	}
	return u
}

func seenItem(h domain.Webhook, seen WebhookSeen, now domain.Instant) table.Item {
	it := table.Encode(seenKey(h.WorkspaceID, h.ID, seen.Record), seen)
	if seen.Lasts {
		return it
	}
	return table.WithExpiry(it, now.Plus(domain.SeenLife).Time)
}
