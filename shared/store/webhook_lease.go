package store

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/dynamo"
	"stint/shared/problem"
	"stint/shared/table"
)

// One run at a time sends the deliveries of a webhook. It has the lease of the webhook, which
// is a condition of each of its writes. A run that dies loses the lease after
// domain.WebhookLease, and the next run continues where its last write was. A webhook with a
// lease is due when the lease ends, so the webhooks that are due are those that no run serves.

// Attributes of a webhook that runs write; see domain.WebhookState.
const (
	attrLease      = "lease"
	attrLeaseUntil = "lease_until"
	attrSettled    = "settled"
)

// maxDueWebhooks is how many webhooks one run takes.
const maxDueWebhooks = 200

// DueWebhooks lists webhooks that are due at a time or before, the longest due first. The
// index is a moment behind the table, so they may not be due any more.
func (s *Store) DueWebhooks(ctx context.Context, at domain.Instant) ([]domain.Webhook, error) {
	due := table.Range{Index: byWorkspace, Partition: webhookDuePK, From: "0", To: dueBy(at)}
	return table.ReadFirst[domain.Webhook](ctx, s.table, due, maxDueWebhooks)
}

// LeaseWebhook gives a webhook to a run; ok is false when it is gone, or when another run has
// it. Then the other run is woken: it reads the feed once more.
func (s *Store) LeaseWebhook(ctx context.Context, w, h, lease domain.ID) (ok bool, err error) {
	now := s.instant()
	until, ours := expression.Name(attrLeaseUntil), hasLease(lease)
	free := expression.Or(expression.AttributeNotExists(until), until.LessThanEqual(expression.Value(now.String())), ours)
	take := s.renewLease(expression.Set(expression.Name(attrLease), expression.Value(string(lease))), h)
	err = s.table.Commit(ctx, table.Update(webhookKey(w, h), take).Provided(free))
	if problem.Is(err, problem.CodeConflict) {
		return false, ignoreConflict(s.table.Commit(ctx, wakings.raise(webhookKey(w, h))))
	}
	return err == nil, err
}

// ReleaseWebhook ends a run. The webhook is due again at the given time, or with nil not
// before it is switched on. settled is the number up to which its deliveries have ended; 0
// leaves it. Errors: ErrLeaseLost, also when the webhook was woken or got another delivery
// since it was read: then the run goes on.
func (s *Store) ReleaseWebhook(ctx context.Context, h domain.Webhook, settled int64, due *domain.Instant) error {
	update := expression.Remove(expression.Name(attrLease)).Remove(expression.Name(attrLeaseUntil))
	if settled > h.Settled {
		update = update.Set(expression.Name(attrSettled), expression.Value(settled))
	}
	switch {
	case due != nil:
		update = dueAt(update, *due, h.ID)
	case h.DisabledFor != "" && !h.Notified:
		update = update.Set(expression.Name(dynamo.AttrG1), expression.Value(webhookOffPK))
	default:
		update = update.Remove(expression.Name(dynamo.AttrG1))
	}
	released := table.Update(webhookKey(h.WorkspaceID, h.ID), update).Provided(hasLease(h.Lease)).
		Provided(wakings.is(h.Woken)).Provided(lastDelivery.is(h.Made))
	return s.table.Commit(ctx, released.Or(ErrLeaseLost))
}

// renewLease starts or extends the lease of a webhook, which is due when the lease ends.
func (s *Store) renewLease(u expression.UpdateBuilder, h domain.ID) expression.UpdateBuilder {
	end := s.instant().Plus(domain.WebhookLease)
	return dueAt(u.Set(expression.Name(attrLeaseUntil), expression.Value(end.String())), end, h)
}

// dueAt makes a webhook due at a time.
func dueAt(u expression.UpdateBuilder, at domain.Instant, h domain.ID) expression.UpdateBuilder {
	return u.Set(expression.Name(dynamo.AttrG1), expression.Value(webhookDuePK)).
		Set(expression.Name(dynamo.AttrLSK), expression.Value(webhookDue(at, h)))
}

func hasLease(lease domain.ID) expression.ConditionBuilder {
	return expression.Name(attrLease).Equal(expression.Value(string(lease)))
}

// ErrLeaseLost is the error of a run that has lost its webhook, or whose webhook got another
// delivery since it was read.
var ErrLeaseLost = problem.Conflict(problem.WriteRace, "Another run has the webhook.")

// ignoreConflict is for a write that only matters while its conditions hold.
func ignoreConflict(err error) error {
	if problem.Is(err, problem.CodeConflict) {
		return nil
	}
	return err
}
