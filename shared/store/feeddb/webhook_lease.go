package feeddb

import (
	"cmp"
	"context"
	"slices"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"
	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/dynamo"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// One run at a time sends the deliveries of a webhook. It has the lease of the webhook, which
// is a condition of each of its writes. A run that dies loses the lease after
// feed.WebhookLease, and the next run continues where its last write was. A webhook with a
// lease is due when the lease ends, so the webhooks that are due are those that no run serves.

// maxDueWebhooks is how many webhooks of each partition one run takes.
const maxDueWebhooks = 50

// DueWebhook is a webhook with its place among those that are due.
type DueWebhook struct {
	feed.Webhook
	Due string `db:"lsk"` // key.WebhookDueLSK
}

// DueWebhooks lists webhooks that are due at a time or before, the longest due first: a webhook that was served goes
// behind those that were not. At most 50 of each partition are read. The index is a moment behind the
// table, so they may not be due any more.
func (s *Store) DueWebhooks(ctx context.Context, at domain.Instant) (_ []feed.Webhook, err error) {
	defer core.Wrap(&err, "DueWebhooks")
	partitions := key.WebhookDuePKs()
	found := make([][]DueWebhook, len(partitions))
	group, ctx := errgroup.WithContext(ctx)
	for i, partition := range partitions {
		group.Go(func() (err error) {
			due := table.Range{Index: key.ByWorkspace, Partition: partition, From: "0", To: key.DueBy(at)}
			found[i], err = table.ReadFirst[DueWebhook](ctx, s.Table, due, maxDueWebhooks)
			return err
		})
	}
	err = group.Wait()
	sorted := slices.Concat(found...)
	slices.SortFunc(sorted, func(a, b DueWebhook) int { return cmp.Compare(a.Due, b.Due) })
	all := make([]feed.Webhook, len(sorted))
	for i, due := range sorted {
		all[i] = due.Webhook
	}
	return all, err
}

// LeaseWebhook gives a webhook to a run; ok is false when it is gone, or when another run has
// it. Then the other run is woken: it reads the feed once more.
func (s *Store) LeaseWebhook(ctx context.Context, w, h, lease domain.ID) (ok bool, err error) {
	defer core.Wrap(&err, "LeaseWebhook", w, h, lease)
	now := s.Instant()
	until, ours := core.Field[feed.Webhook]("LeaseUntil"), hasLease(lease)
	free := expression.Or(expression.AttributeNotExists(until), until.LessThanEqual(expression.Value(now.String())), ours)
	take := s.renewLease(expression.Set(core.Field[feed.Webhook]("Lease"), expression.Value(string(lease))), h)
	err = s.Table.Commit(ctx, table.Update(key.Webhook(w, h), take).Provided(free))
	if problem.Is(err, problem.CodeConflict) {
		return false, problem.IgnoreConflict(s.Table.Commit(ctx, core.Wakings.Raise(key.Webhook(w, h))))
	}
	return err == nil, err
}

// PauseWebhook ends a run, and lets its deliveries wait until a time, because a limit of requests is used up. Errors:
// as ReleaseWebhook.
func (s *Store) PauseWebhook(ctx context.Context, h feed.Webhook, until domain.Instant) (err error) {
	defer core.Wrap(&err, "PauseWebhook", h.ID)
	paused := expression.Set(core.Field[feed.Webhook]("PausedUntil"), expression.Value(until.String()))
	return s.release(ctx, h, dueAt(paused, until, h.ID))
}

// ReleaseWebhook ends a run. The webhook is due again at the given time, or with nil not
// before it is switched on. settled is the number up to which its deliveries have ended; 0
// leaves it. Errors: ErrLeaseLost, also when the webhook was woken or got another delivery
// since it was read: then the run goes on.
func (s *Store) ReleaseWebhook(ctx context.Context, h feed.Webhook, settled int64, due *domain.Instant) (err error) {
	defer core.Wrap(&err, "ReleaseWebhook", h.ID)
	update := expression.UpdateBuilder{}
	if settled > h.Settled {
		update = update.Set(core.Field[feed.Webhook]("Settled"), expression.Value(settled))
	}
	switch {
	case due != nil:
		update = dueAt(update, *due, h.ID)
	case h.DisabledFor != "" && !h.Notified:
		update = update.Set(expression.Name(dynamo.AttrG1), expression.Value(key.WebhookOffPK))
	default:
		update = update.Remove(expression.Name(dynamo.AttrG1))
	}
	return s.release(ctx, h, update)
}

// release takes the lease from a run, and updates the webhook.
func (s *Store) release(ctx context.Context, h feed.Webhook, update expression.UpdateBuilder) error {
	update = update.Remove(core.Field[feed.Webhook]("Lease")).Remove(core.Field[feed.Webhook]("LeaseUntil"))
	released := table.Update(key.Webhook(h.WorkspaceID, h.ID), update).Provided(hasLease(h.Lease)).
		Provided(core.Wakings.Is(h.Woken)).Provided(core.LastDelivery.Is(h.LastDelivery))
	return s.Table.Commit(ctx, released.Or(ErrLeaseLost))
}

// extendLease extends the lease of a webhook that was read, unless most of it is left.
func (s *Store) extendLease(u expression.UpdateBuilder, h feed.Webhook) expression.UpdateBuilder {
	left := feed.WebhookLease - feed.LeaseExtension
	if h.LeaseUntil != nil && s.Instant().Plus(left).Before(h.LeaseUntil.Time) {
		return u
	}
	return s.renewLease(u, h.ID)
}

// renewLease starts or extends the lease of a webhook, which is due when the lease ends.
func (s *Store) renewLease(u expression.UpdateBuilder, h domain.ID) expression.UpdateBuilder {
	end := s.Instant().Plus(feed.WebhookLease)
	return dueAt(u.Set(core.Field[feed.Webhook]("LeaseUntil"), expression.Value(end.String())), end, h)
}

// dueAt makes a webhook due at a time.
func dueAt(u expression.UpdateBuilder, at domain.Instant, h domain.ID) expression.UpdateBuilder {
	return u.Set(expression.Name(dynamo.AttrG1), expression.Value(key.WebhookDuePK(h))).
		Set(expression.Name(dynamo.AttrLSK), expression.Value(key.WebhookDueLSK(at, h)))
}

func hasLease(lease domain.ID) expression.ConditionBuilder {
	return core.Field[feed.Webhook]("Lease").Equal(expression.Value(string(lease)))
}

// ErrLeaseLost is the error of a run that has lost its webhook, or whose webhook got another
// delivery since it was read.
var ErrLeaseLost = problem.Conflict(problem.WriteRace, "Another run has the webhook.")

// WebhookSeen is what a webhook has seen of a record.
type WebhookSeen struct {
	Record      string `db:"rec"`
	Running     bool   `db:"run,omitempty"`
	LastChange  string `db:"last,omitempty"`         // the change that was seen last
	WasDeleted  bool   `db:"gone_at_last,omitempty"` // by that change
	Times       int64  `db:"times,omitempty"`        // how often a share of a budget was told
	KeepForever bool   `db:"-"`                      // as long as the webhook
}

// SeenBefore reads what a webhook has seen of records, by their names. A record of which it has seen nothing is left
// out.
func (s *Store) SeenBefore(
	ctx context.Context, h feed.Webhook, names []string,
) (_ map[string]WebhookSeen, err error) {
	defer core.Wrap(&err, "SeenBefore", h.ID)
	keys := make([]table.Key, len(names))
	for i, name := range names {
		keys[i] = key.Seen(h.WorkspaceID, h.ID, name)
	}
	found, err := s.Table.BatchGet(ctx, keys...)
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
func (s *Store) MadeBefore(
	ctx context.Context, h feed.Webhook, deliveries []domain.ID,
) (_ map[domain.ID]bool, err error) {
	defer core.Wrap(&err, "MadeBefore", h.ID)
	keys := make([]table.Key, len(deliveries))
	for i, d := range deliveries {
		keys[i] = key.Delivery(h.WorkspaceID, h.ID, d)
	}
	found, err := s.Table.BatchGet(ctx, keys...)
	made := map[domain.ID]bool{}
	for i, d := range deliveries {
		_, made[d] = found[keys[i]]
	}
	return made, err
}

// WebhookReading is what a run has read of the feed.
type WebhookReading struct {
	Deliveries []feed.Delivery // new ones, without numbers
	Seen       []WebhookSeen   // to keep
	Cursor     string          // the position after them; "" leaves it
	Budgets    *string         // the position from which budgets are not checked; nil leaves it
	ReadAt     *domain.Instant // when the end of the feed was read; nil leaves it

	AuditCursor string          // the position in the audit log; "" leaves it
	AuditReadAt *domain.Instant // when that was read
}

// Actions is how many actions of a transaction a reading takes.
func (r WebhookReading) Actions() int { return 1 + len(r.Deliveries) + len(r.Seen) }

// KeepReading writes deliveries and the position behind them in one transaction. Errors:
// ErrLeaseLost.
func (s *Store) KeepReading(ctx context.Context, h feed.Webhook, r WebhookReading) (err error) {
	defer core.Wrap(&err, "KeepReading", h.ID)
	now := s.Instant()
	webhook := table.Update(key.Webhook(h.WorkspaceID, h.ID), s.extendLease(r.update(), h))
	actions := []table.Action{
		webhook.Provided(hasLease(h.Lease)).Provided(core.LastDelivery.Is(h.LastDelivery)).Or(ErrLeaseLost),
	}
	for i, d := range r.Deliveries {
		d.Number = h.LastDelivery + int64(i) + 1
		actions = append(actions, table.Create(deliveryItem(h.WorkspaceID, d, now)))
	}
	for _, seen := range r.Seen {
		actions = append(actions, table.Put(seenItem(h, seen, now)))
	}
	return s.Table.Commit(ctx, actions...)
}

// update is what a reading changes of its webhook.
func (r WebhookReading) update() (u expression.UpdateBuilder) {
	if len(r.Deliveries) > 0 {
		u = core.LastDelivery.AddTo(u, len(r.Deliveries))
	}
	if r.Cursor != "" {
		u = u.Set(core.Field[feed.Webhook]("Cursor"), expression.Value(r.Cursor))
	}
	if r.Budgets != nil {
		u = u.Set(core.Field[feed.Webhook]("BudgetsFrom"), expression.Value(*r.Budgets))
	}
	if r.ReadAt != nil {
		u = u.Set(core.Field[feed.Webhook]("ReadAt"), expression.Value(r.ReadAt.String()))
	}
	if r.AuditCursor != "" {
		u = u.Set(core.Field[feed.Webhook]("AuditCursor"), expression.Value(r.AuditCursor))
		u = u.Set(core.Field[feed.Webhook]("AuditReadAt"), expression.Value(r.AuditReadAt.String()))
	}
	return u
}

func seenItem(h feed.Webhook, seen WebhookSeen, now domain.Instant) table.Item {
	it := table.Encode(key.Seen(h.WorkspaceID, h.ID, seen.Record), seen)
	if seen.KeepForever {
		return it
	}
	return table.WithExpiry(it, now.Plus(feed.SeenLife).Time)
}
