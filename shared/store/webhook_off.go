package store

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/dynamo"
	"stint/shared/table"
)

// DisabledWebhooks lists webhooks that the service switched off and that nobody was mailed
// about yet. The index is a moment behind the table.
func (s *Store) DisabledWebhooks(ctx context.Context) ([]domain.Webhook, error) {
	return table.ReadFirst[domain.Webhook](ctx, s.table, table.PartitionRange(byWorkspace, webhookOffPK), maxDueWebhooks)
}

// NotifyDisabled queues the notice of a webhook that the service switched off, and records it in
// the audit log, in one transaction. It goes to the maker of the webhook, or to the owner of the
// workspace when the maker is no member any more. It does nothing for a webhook that was
// notified, changed or deleted since. The deliverer cannot do this: it writes webhooks only.
func (s *Store) NotifyDisabled(ctx context.Context, h domain.Webhook) error {
	found, err := s.table.BatchGet(ctx, workspaceKey(h.WorkspaceID), memberKey(h.WorkspaceID, h.MadeBy))
	if err != nil {
		return err
	}
	workspace, there, err := table.Lookup[domain.Workspace](found, workspaceKey(h.WorkspaceID))
	if err != nil || !there {
		return err
	}
	maker, _, err := table.Lookup[domain.Member](found, memberKey(h.WorkspaceID, h.MadeBy))
	if err != nil {
		return err
	}
	to := h.MadeBy
	if !maker.Active() {
		to = workspace.OwnerID
	}
	partition := expression.Name(dynamo.AttrG1)
	notified := table.Update(webhookKey(h.WorkspaceID, h.ID), expression.Remove(partition).Set(expression.Name("off_told"), expression.Value(true))).Provided(partition.Equal(expression.Value(webhookOffPK)))
	was := h
	was.IsActive, was.DisabledFor = true, ""
	now := s.instant()
	actions := append(s.auditActions(ctx, h.WorkspaceID, domain.AuditWebhookChange(&was, &h)), notified, enqueue(domain.NewWebhookNotice(h, to, now), now))
	return ignoreConflict(s.table.Commit(ctx, actions...))
}
