package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/dynamo"
	"stint/shared/problem"
	"stint/shared/table"
)

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
	counted := webhooksNow.raise(workspaceKey(h.WorkspaceID)).Provided(workspaceExists).Provided(webhooksNow.below(most)).Or(errTooManyWebhooks)
	actions := append(s.rememberActions(r),
		table.Create(s.webhookItem(h)),
		counted,
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
		attributes = append(attributes, "since", "cursor", "bcursor", "read", "settled", "off", "off_at", "off_told", "bad", "bad_n", "lease", "lease_until", dynamo.AttrG1, dynamo.AttrLSK)
	}
	changed := table.UpdateAttributes(s.webhookItem(now), was.Version, attributes...)
	return s.table.Commit(ctx, append(s.auditActions(ctx, now.WorkspaceID, domain.AuditWebhookChange(&was, &now)), changed)...)
}

// DeleteWebhook deletes a webhook that was read. Its deliveries expire. Errors: conflict
// when it was changed concurrently.
func (s *Store) DeleteWebhook(ctx context.Context, h domain.Webhook) error {
	return s.table.Commit(ctx, append(s.auditActions(ctx, h.WorkspaceID, domain.AuditWebhookChange(&h, nil)),
		table.Delete(webhookKey(h.WorkspaceID, h.ID)).Provided(table.AtVersion(h.Version)), webhooksNow.lower(workspaceKey(h.WorkspaceID)))...)
}
