package webhooks

import (
	"context"
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/route"
	"stint/shared/wire"
)

type changeInput struct {
	Body struct {
		// The https address that events are sent to.
		URL wire.Change[feed.WebhookURL] `json:"url"`
		// Names of events, * for all but those of the audit log, or audit.* for these, which only the owner may ask for.
		Events wire.Change[[]feed.EventName] `json:"events" bounds:"webhookEvents"`
		// Switched on, it starts with the events from then on.
		IsActive wire.Change[bool] `json:"isActive"`
		// Whether up to 100 events are sent as one request.
		IsBatch wire.Change[bool] `json:"isBatch"`
		// A note for those who manage the webhooks.
		Description wire.Change[domain.Text] `json:"description" maxLength:"500"`
	}
}

func (f *Family) change(ctx context.Context, c *route.Call[changeInput], was feed.Webhook) (webhook, error) {
	in, issues, err := c.Read()
	if err != nil {
		return webhook{}, err
	}
	change := f.toChange(issues, in)
	if err := checkAudit(c.Caller, slices.Concat(was.Events, change.Events)...); err != nil {
		return webhook{}, err
	}
	if err := issues.Err(); err != nil {
		return webhook{}, err
	}
	if err := c.CheckIfMatch(was.Version); err != nil {
		return webhook{}, err
	}
	now := was.Apply(change, c.Now)
	if now.Version == was.Version {
		return toAnswer(was, c.Now), nil
	}
	now = now.WithAuditFor(c.User.ID, c.Now).MadeFrom(was, c.User)
	return toAnswer(now, c.Now), f.store.ChangeWebhook(ctx, was, now)
}

// toChange checks what the request changes.
func (f *Family) toChange(issues *wire.Issues, in changeInput) feed.WebhookChange {
	var change feed.WebhookChange
	if u := in.Body.URL; u.Set {
		f.checkURL(issues, u.Value)
		change.URL = &u.Value
	}
	if e := in.Body.Events; e.Set {
		change.Events = feed.DistinctEvents(e.Value)
	}
	if a := in.Body.IsActive; a.Set {
		change.IsActive = &a.Value
	}
	if b := in.Body.IsBatch; b.Set {
		change.IsBatch = &b.Value
	}
	if d := in.Body.Description; d.Set {
		change.Description = &d.Value
	}
	return change
}

func (f *Family) remove(ctx context.Context, c *route.Call[route.NoInput], h feed.Webhook) (route.Deleted, error) {
	if err := c.CheckIfMatch(h.Version); err != nil {
		return route.Deleted{}, err
	}
	return route.NewDeleted(h.ID), f.store.DeleteWebhook(ctx, h)
}
