package feeddb

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/feed"
	"stint/shared/domain/money"
	"stint/shared/domain/people"
	"stint/shared/dynamo"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// Webhook reads a webhook. Errors: not_found.
func (s *Store) Webhook(ctx context.Context, w, h domain.ID) (_ feed.Webhook, err error) {
	defer core.Wrap(&err, "Webhook", w, h)
	return table.GetExisting[feed.Webhook](ctx, s.Table, key.Webhook(w, h))
}

// Webhooks lists the webhooks of a workspace by id.
func (s *Store) Webhooks(
	ctx context.Context, w domain.ID, p table.PageRequest,
) (_ table.Page[feed.Webhook], err error) {
	defer core.Wrap(&err, "Webhooks", w)
	return table.List[feed.Webhook](ctx, s.Table, webhooksOf(w), p, nil)
}

func webhooksOf(w domain.ID) table.Range {
	return table.PrefixRange(table.Base, key.WebhooksPK(w), key.WebhookPrefix)
}

var errTooManyWebhooks = problem.Conflict(problem.LimitReached,
	"The workspace has as many webhooks as one may have. Delete one first.")

// CreateWebhook creates a webhook, unless its workspace has most of them. Errors: conflict
// with limit_reached.
func (s *Store) CreateWebhook(ctx context.Context, h feed.Webhook, most int, r domain.ReplayRecord) (err error) {
	defer core.Wrap(&err, "CreateWebhook", h.ID)
	counted := core.WebhooksNow.Raise(key.Workspace(h.WorkspaceID)).Provided(core.WorkspaceExists).Provided(
		core.WebhooksNow.Below(most)).Or(errTooManyWebhooks)
	actions := append(s.RememberActions(r),
		table.Create(s.webhookItem(h)),
		counted,
	)
	return s.Table.Commit(ctx, append(actions, s.AuditActions(ctx, h.WorkspaceID, audit.WebhookChange(nil, &h))...)...)
}

// webhookItem is the item of a webhook. One that is active is due at once.
func (s *Store) webhookItem(h feed.Webhook) table.Item {
	it := table.Encode(key.Webhook(h.WorkspaceID, h.ID), h)
	if h.IsActive {
		it[dynamo.AttrG1], it[dynamo.AttrLSK] = table.StringValue(key.WebhookDuePK(h.ID)),
			table.StringValue(key.WebhookDueLSK(s.Instant(), h.ID))
	}
	return it
}

// ChangeWebhook writes the settings of a webhook in place of what was read. One that is
// switched on or off is taken from the run that has its lease. Errors: conflict when it was
// changed concurrently.
func (s *Store) ChangeWebhook(ctx context.Context, was, now feed.Webhook) (err error) {
	defer core.Wrap(&err, "ChangeWebhook", was.ID)
	written := core.Attributes[feed.Webhook]("URL", "Events", "IsActive", "IsBatch", "Description", "UpdatedAt", "Secret",
		"Previous", "Audit", "UnprovenMaker")
	if now.AuditCursor == "" {
		written = append(written, core.Attributes[feed.Webhook]("AuditCursor", "AuditReadAt")...)
	}
	if was.IsActive != now.IsActive {
		now.Lease, now.LeaseUntil = "", nil
		written = append(written, core.Attributes[feed.Webhook](
			"Since", "Cursor", "BudgetsFrom", "ReadAt", "Settled", "DisabledFor", "DisabledAt", "Notified", "FailingSince",
			"Failures", "Lease", "LeaseUntil",
		)...)
		written = append(written, dynamo.AttrG1, dynamo.AttrLSK)
	}
	changed := table.UpdateAttributes(s.webhookItem(now), was.Version, written...)
	return s.Table.Commit(ctx, append(s.AuditActions(ctx, now.WorkspaceID, audit.WebhookChange(&was, &now)), changed)...)
}

// DeleteWebhook deletes a webhook that was read. Its deliveries expire, and a mark leads a purge to
// them until then. What it remembered of budgets does not expire: its removal is queued. Errors:
// conflict when it was changed concurrently.
func (s *Store) DeleteWebhook(ctx context.Context, h feed.Webhook) (err error) {
	defer core.Wrap(&err, "DeleteWebhook", h.ID)
	mark := table.Encode(key.DeletedWebhook(h.WorkspaceID, h.ID), DeletedWebhook{h.ID})
	now := s.Instant()
	kept := now.Plus(max(feed.SeenLife, feed.DeliveryRetention))
	forget := domain.Work{ID: domain.NewID(), Kind: feed.WorkForgetWebhook, WorkspaceID: h.WorkspaceID, TargetID: h.ID,
		CreatedAt: now}
	return s.Table.Commit(ctx, append(s.AuditActions(ctx, h.WorkspaceID, audit.WebhookChange(&h, nil)),
		table.Put(table.WithExpiry(mark, kept.Time)),
		table.Delete(key.Webhook(h.WorkspaceID, h.ID)).Provided(table.AtVersion(h.Version)),
		core.WebhooksNow.Lower(key.Workspace(h.WorkspaceID)), core.Enqueue(forget, now))...)
}

// ForgetWebhook removes what a deleted webhook remembered of budgets. It may be interrupted and repeated.
func (s *Store) ForgetWebhook(ctx context.Context, w, h domain.ID) (err error) {
	defer core.Wrap(&err, "ForgetWebhook", w, h)
	remembered := table.PrefixRange(table.Base, key.SeenPK(w, h), key.SeenBudgetPrefix)
	return s.Table.WalkPages(ctx, remembered, func(rows []table.Row) error {
		keys := make([]table.Key, len(rows))
		for i, row := range rows {
			keys[i] = table.KeyOf(row)
		}
		return s.Table.DeleteAll(ctx, keys...)
	})
}

// DeletedWebhook is the mark of a webhook that was deleted. It expires after the deliveries of the webhook.
type DeletedWebhook struct {
	ID domain.ID `db:"id"`
}

// WebhooksOf lists the webhooks of a workspace, at most feed.MaxWebhooks.
func (s *Store) WebhooksOf(ctx context.Context, w domain.ID) (_ []feed.Webhook, err error) {
	defer core.Wrap(&err, "WebhooksOf", w)
	return table.ReadAll[feed.Webhook](ctx, s.Table, webhooksOf(w))
}

// WebhookRun is what a run reads before each step.
type WebhookRun struct {
	Webhook   feed.Webhook
	Workspace people.Workspace
	IsVoid    bool // as Store.IsVoid
}

// WebhookRun reads a webhook with its workspace; ok is false when one of them is gone, the
// workspace is deleted, or the run has lost the lease.
func (s *Store) WebhookRun(ctx context.Context, w, h, lease domain.ID) (r WebhookRun, ok bool, err error) {
	defer core.Wrap(&err, "WebhookRun", w, h, lease)
	found, err := s.Table.BatchGet(ctx, key.Webhook(w, h), key.Workspace(w))
	if err != nil {
		return r, false, err
	}
	hook, thereHook, err := table.Lookup[feed.Webhook](found, key.Webhook(w, h))
	if err != nil {
		return r, false, err
	}
	workspace, there, err := table.Lookup[people.Workspace](found, key.Workspace(w))
	if err != nil || !thereHook || !there || workspace.Deleted() || hook.Lease != lease {
		return r, false, err
	}
	isVoid, err := s.IsVoid(ctx, hook)
	return WebhookRun{hook, workspace, isVoid}, err == nil, err
}

// IsVoid reports whether the UnprovenMaker of a webhook proved their address since: somebody else may have given the
// webhook its address.
func (s *Store) IsVoid(ctx context.Context, h feed.Webhook) (_ bool, err error) {
	defer core.Wrap(&err, "IsVoid", h.ID)
	return core.HasProved(ctx, s.Table, h.UnprovenMaker)
}

// OwnerOf reads the owner of a workspace, as whom its webhooks read. Errors: not_found.
func (s *Store) OwnerOf(
	ctx context.Context, w people.Workspace,
) (u people.User, m people.Member, b money.Billing, err error) {
	defer core.Wrap(&err, "OwnerOf", w.ID)
	found, err := s.Table.BatchGet(ctx, key.Profile(w.OwnerID), key.Member(w.ID, w.OwnerID), key.Billing(w.ID))
	if err != nil {
		return u, m, b, err
	}
	u, _, err = table.Lookup[people.User](found, key.Profile(w.OwnerID))
	if err != nil {
		return u, m, b, err
	}
	m, there, err := table.Lookup[people.Member](found, key.Member(w.ID, w.OwnerID))
	if err != nil || !there {
		return u, m, b, problem.NotFound()
	}
	b, _, err = table.Lookup[money.Billing](found, key.Billing(w.ID))
	return u, m, b, err
}

// DisabledWebhooks lists webhooks that the service switched off and that nobody was mailed
// about yet. The index is a moment behind the table.
func (s *Store) DisabledWebhooks(ctx context.Context) (_ []feed.Webhook, err error) {
	defer core.Wrap(&err, "DisabledWebhooks")
	return table.ReadFirst[feed.Webhook](ctx, s.Table, table.PartitionRange(key.ByWorkspace, key.WebhookOffPK),
		maxDueWebhooks)
}

// NotifyDisabled queues the notice of a webhook that the service switched off, and records it in
// the audit log, in one transaction. It goes to the maker of the webhook, or to the owner of the
// workspace when the maker is no member any more. It does nothing for a webhook that was
// notified, changed or deleted since. The deliverer cannot do this: it writes webhooks only.
func (s *Store) NotifyDisabled(ctx context.Context, h feed.Webhook) (err error) {
	defer core.Wrap(&err, "NotifyDisabled", h.ID)
	found, err := s.Table.BatchGet(ctx, key.Workspace(h.WorkspaceID), key.Member(h.WorkspaceID, h.MadeBy))
	if err != nil {
		return err
	}
	workspace, there, err := table.Lookup[people.Workspace](found, key.Workspace(h.WorkspaceID))
	if err != nil || !there {
		return err
	}
	maker, _, err := table.Lookup[people.Member](found, key.Member(h.WorkspaceID, h.MadeBy))
	if err != nil {
		return err
	}
	to := h.MadeBy
	if !maker.Active() {
		to = workspace.OwnerID
	}
	partition := expression.Name(dynamo.AttrG1)
	notified := table.Update(key.Webhook(h.WorkspaceID, h.ID),
		expression.Remove(partition).Set(core.Field[feed.Webhook]("Notified"), expression.Value(true))).Provided(
		partition.Equal(expression.Value(key.WebhookOffPK)))
	was := h
	was.IsActive, was.DisabledFor = true, ""
	now := s.Instant()
	actions := append(s.AuditActions(ctx, h.WorkspaceID, audit.WebhookChange(&was, &h)), notified,
		core.Enqueue(feed.NewWebhookNotice(h, to, now), now))
	return problem.IgnoreConflict(s.Table.Commit(ctx, actions...))
}
