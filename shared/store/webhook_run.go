package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/table"
)

// WebhooksOf lists the webhooks of a workspace, at most domain.MaxWebhooks.
func (s *Store) WebhooksOf(ctx context.Context, w domain.ID) ([]domain.Webhook, error) {
	return table.ReadAll[domain.Webhook](ctx, s.table, webhooksOf(w))
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
