package store

import (
	"context"
	"strconv"
	"strings"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/shared/domain"
	"stint/shared/dynamo"
	"stint/shared/problem"
	"stint/shared/table"
)

// One run at a time sends the deliveries of a webhook. It has the lease of the webhook, which
// is a condition of each of its writes. A run that dies loses the lease after
// domain.WebhookLease, and the next run continues where its last write was. A webhook with a
// lease is due when the lease ends, so the webhooks that are due are those that no run serves.

// attrActive is the attribute of a webhook that says whether it is switched on.
const attrActive = "active"

// attrLeaseUntil is the attribute of a webhook that says when the lease of its run ends.
const attrLeaseUntil = "lease_until"

// maxDueWebhooks is how many webhooks one run takes.
const maxDueWebhooks = 200

// DueWebhooks lists webhooks that are due at a time or before, the longest due first. The index is a moment
// behind the table, so they may not be due any more.
func (s *Store) DueWebhooks(ctx context.Context, at domain.Instant) ([]domain.Webhook, error) {
	due := table.Range{Index: byWorkspace, Partition: webhookDuePK, From: "0", To: dueBy(at)}
	return table.ReadFirst[domain.Webhook](ctx, s.table, due, maxDueWebhooks)
}

// WebhooksOf lists the webhooks of a workspace, at most domain.MaxWebhooks.
func (s *Store) WebhooksOf(ctx context.Context, w domain.ID) ([]domain.Webhook, error) {
	return table.ReadAll[domain.Webhook](ctx, s.table, webhooksOf(w))
}

// LeaseWebhook gives a webhook to a run; ok is false when another run has it, or when it is
// gone. Another run that has it reads the feed once more then.
func (s *Store) LeaseWebhook(ctx context.Context, w, h, lease domain.ID) (ok bool, err error) {
	now := s.instant()
	name, until := expression.Name("lease"), expression.Name(attrLeaseUntil)
	free := expression.Or(expression.AttributeNotExists(until), until.LessThanEqual(expression.Value(now.String())), name.Equal(expression.Value(string(lease))))
	take := s.renewLease(h).Set(name, expression.Value(string(lease)))
	err = s.table.Commit(ctx, table.Update(webhookKey(w, h), take).Provided(free))
	if problem.Is(err, problem.CodeConflict) {
		err = s.table.Commit(ctx, table.Update(webhookKey(w, h), expression.Add(expression.Name("woken"), expression.Value(1))))
		return false, ignoreConflict(err)
	}
	return err == nil, err
}

func ignoreConflict(err error) error {
	if problem.Is(err, problem.CodeConflict) {
		return nil
	}
	return err
}

// WebhookRun is what a run reads before each step.
type WebhookRun struct {
	Webhook   domain.Webhook
	Workspace domain.Workspace
}

// WebhookRun reads a webhook with its workspace; ok is false when one of them is gone, the
// workspace is deleted, or the run has lost the lease.
func (s *Store) WebhookRun(ctx context.Context, w, h, lease domain.ID) (r WebhookRun, ok bool, err error) {
	found, err := s.table.BatchGet(ctx, webhookKey(w, h), workspaceKey(w))
	if err != nil {
		return r, false, err
	}
	hook, thereHook, err := table.Lookup[domain.Webhook](found, webhookKey(w, h))
	if err != nil {
		return r, false, err
	}
	workspace, there, err := table.Lookup[domain.Workspace](found, workspaceKey(w))
	return WebhookRun{hook, workspace}, thereHook && there && !workspace.Deleted() && hook.Lease == lease, err
}

// OwnerOf reads the owner of a workspace, as whom its webhooks read. Errors: not_found.
func (s *Store) OwnerOf(ctx context.Context, w domain.Workspace) (u domain.User, m domain.Member, b domain.Billing, err error) {
	found, err := s.table.BatchGet(ctx, profileKey(w.OwnerID), memberKey(w.ID, w.OwnerID), billingKey(w.ID))
	if err != nil {
		return u, m, b, err
	}
	u, _, err = table.Lookup[domain.User](found, profileKey(w.OwnerID))
	if err != nil {
		return u, m, b, err
	}
	m, there, err := table.Lookup[domain.Member](found, memberKey(w.ID, w.OwnerID))
	if err != nil || !there {
		return u, m, b, problem.NotFound()
	}
	b, _, err = table.Lookup[domain.Billing](found, billingKey(w.ID))
	return u, m, b, err
}

// WebhookSeen is what a webhook has seen of a record.
type WebhookSeen struct {
	Record  string `db:"rec"`
	Running bool   `db:"run,omitempty"`
	Last    string `db:"last,omitempty"` // the change that was seen last
	Gone    bool   `db:"gone_at_last,omitempty"`
	Lasts   bool   `db:"-"` // it is kept as long as the webhook
}

// SeenBefore reads what a webhook has seen of names, and which deliveries it has already.
func (s *Store) SeenBefore(ctx context.Context, h domain.Webhook, names []string, deliveries []domain.ID) (map[string]WebhookSeen, map[domain.ID]bool, error) {
	var keys []table.Key
	for _, record := range names {
		keys = append(keys, seenKey(h.WorkspaceID, h.ID, record))
	}
	for _, d := range deliveries {
		keys = append(keys, deliveryKey(h.WorkspaceID, h.ID, d))
	}
	found, err := s.table.BatchGet(ctx, keys...)
	if err != nil {
		return nil, nil, err
	}
	seen, made := map[string]WebhookSeen{}, map[domain.ID]bool{}
	for _, record := range names {
		was, ok, err := table.Lookup[WebhookSeen](found, seenKey(h.WorkspaceID, h.ID, record))
		if err != nil {
			return nil, nil, err
		}
		if ok {
			seen[record] = was
		}
	}
	for _, d := range deliveries {
		if _, ok := found[deliveryKey(h.WorkspaceID, h.ID, d)]; ok {
			made[d] = true
		}
	}
	return seen, made, nil
}

// WebhookReading is what a run has read of the feed.
type WebhookReading struct {
	Deliveries []domain.Delivery // new ones, without numbers
	Seen       []WebhookSeen     // to keep
	Cursor     string            // the position after them; "" leaves it
	ReadAt     *domain.Instant   // when the end of the feed was read; nil leaves it
}

// Actions is how many actions of a transaction a reading takes.
func (r WebhookReading) Actions() int { return 1 + len(r.Deliveries) + len(r.Seen) }

// ErrLeaseLost is the error of a run that has lost its webhook, or whose webhook got another
// delivery since it was read.
var ErrLeaseLost = problem.Conflict(problem.WriteRace, "Another run has the webhook.")

// KeepReading writes deliveries and the position behind them in one transaction. Errors:
// ErrLeaseLost.
func (s *Store) KeepReading(ctx context.Context, h domain.Webhook, r WebhookReading) error {
	update := s.renewLease(h.ID)
	if len(r.Deliveries) > 0 {
		update = update.Add(expression.Name("made"), expression.Value(len(r.Deliveries)))
	}
	if r.Cursor != "" {
		update = update.Set(expression.Name("cursor"), expression.Value(r.Cursor))
	}
	if r.ReadAt != nil {
		update = update.Set(expression.Name("read"), expression.Value(r.ReadAt.String()))
	}
	now := s.instant()
	actions := []table.Action{table.Update(webhookKey(h.WorkspaceID, h.ID), update).Provided(hasLease(h)).Provided(hasCount("made", h.Made)).Or(ErrLeaseLost)}
	for i, d := range r.Deliveries {
		d.Number = h.Made + int64(i) + 1
		actions = append(actions, table.Create(deliveryItem(h.WorkspaceID, d, now)))
	}
	for _, seen := range r.Seen {
		it := table.Encode(seenKey(h.WorkspaceID, h.ID, seen.Record), seen)
		if !seen.Lasts {
			it = table.WithExpiry(it, now.Plus(domain.SeenLife).Time)
		}
		actions = append(actions, table.Put(it))
	}
	return s.table.Commit(ctx, actions...)
}

// renewLease starts or extends the lease of a webhook, which is due when the lease ends.
func (s *Store) renewLease(h domain.ID) expression.UpdateBuilder {
	end := s.instant().Plus(domain.WebhookLease)
	return dueAt(expression.Set(expression.Name(attrLeaseUntil), expression.Value(end.String())), end, h)
}

// dueAt makes a webhook due at a time.
func dueAt(u expression.UpdateBuilder, at domain.Instant, h domain.ID) expression.UpdateBuilder {
	return u.Set(expression.Name(dynamo.AttrG1), expression.Value(webhookDuePK)).
		Set(expression.Name(dynamo.AttrLSK), expression.Value(webhookDue(at, h)))
}

func hasLease(h domain.Webhook) expression.ConditionBuilder {
	return expression.Name("lease").Equal(expression.Value(string(h.Lease)))
}

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

// KeepAttempt writes the result of an attempt: the delivery, and the state of its webhook as
// it was read. off says that the webhook is switched off. Errors: ErrLeaseLost; conflict
// when the settings were changed since they were read and off is set.
func (s *Store) KeepAttempt(ctx context.Context, h domain.Webhook, state domain.WebhookState, off bool, d domain.Delivery) error {
	next := h
	next.WebhookState = state
	it := table.Encode(webhookKey(h.WorkspaceID, h.ID), next)
	names := []string{"ok", "bad", "bad_n"}
	update := s.renewLease(h.ID)
	if d.Event == domain.TestEvent {
		update = update.Delete(expression.Name("tests"), expression.Value(&types.AttributeValueMemberSS{Value: []string{string(d.ID)}}))
	} else if d.Status != domain.DeliveryPending {
		update = update.Set(expression.Name("settled"), expression.Value(d.Number))
	}
	write := table.Update(webhookKey(h.WorkspaceID, h.ID), update).Provided(hasLease(h))
	if off {
		next.IsActive = false
		it[attrActive] = &types.AttributeValueMemberBOOL{}
		it[table.AttrVersion] = &types.AttributeValueMemberN{Value: strconv.FormatInt(h.Version+1, 10)}
		names = append(names, attrActive, table.AttrVersion, "off", "off_at")
		write = write.Provided(table.AtVersion(h.Version))
	}
	write = write.AlsoUpdate(func(u expression.UpdateBuilder) expression.UpdateBuilder { return copyAttributes(u, it, names) })
	same := expression.Name("n").Equal(expression.Value(d.Number)).And(expression.Name("status").Equal(expression.Value(string(domain.DeliveryPending))))
	kept := table.Put(deliveryItem(h.WorkspaceID, d, s.instant())).Provided(same)
	return s.table.Commit(ctx, write.Or(ErrLeaseLost), kept.Or(ErrLeaseLost))
}

// copyAttributes sets attributes to those of an item, and removes those that it does not have.
func copyAttributes(u expression.UpdateBuilder, it table.Item, names []string) expression.UpdateBuilder {
	for _, name := range names {
		if value, ok := it[name]; ok {
			u = u.Set(expression.Name(name), expression.Value(value))
		} else {
			u = u.Remove(expression.Name(name))
		}
	}
	return u
}

// ReleaseWebhook ends a run. The webhook is due again at the given time; nil is when it is
// switched on. Errors: ErrLeaseLost, also when the webhook was woken or got another delivery
// since it was read: the run goes on then.
func (s *Store) ReleaseWebhook(ctx context.Context, h domain.Webhook, settled int64, due *domain.Instant) error {
	update := expression.Remove(expression.Name("lease")).Remove(expression.Name(attrLeaseUntil))
	if settled > h.Settled {
		update = update.Set(expression.Name("settled"), expression.Value(settled))
	}
	switch {
	case due != nil:
		update = dueAt(update, *due, h.ID)
	case h.DisabledFor != "" && !h.Notified:
		update = update.Set(expression.Name(dynamo.AttrG1), expression.Value(webhookOffPK))
	default:
		update = update.Remove(expression.Name(dynamo.AttrG1))
	}
	released := table.Update(webhookKey(h.WorkspaceID, h.ID), update).Provided(hasLease(h)).
		Provided(hasCount("woken", h.Woken)).Provided(hasCount("made", h.Made))
	return s.table.Commit(ctx, released.Or(ErrLeaseLost))
}

// WorkspaceOf is the workspace of a partition key; ok is false when it has none.
func WorkspaceOf(pk string) (w domain.ID, ok bool) {
	rest, ok := strings.CutPrefix(pk, workspacePrefix)
	if !ok || len(rest) < len(anyID) {
		return "", false
	}
	return domain.ParseID(rest[:len(anyID)])
}
