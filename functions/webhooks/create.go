package webhooks

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/wire"
)

type createInput struct {
	Body struct {
		URL         domain.WebhookURL          `json:"url" doc:"Where events are sent: https, port 443 or 1024 and above, without credentials and fragment."`
		Events      []domain.EventName         `json:"events" bounds:"webhookEvents" doc:"Names of events, or * for all."`
		IsActive    wire.Optional[bool]        `json:"isActive" doc:"Whether events are sent. Default true."`
		Description wire.Optional[domain.Text] `json:"description" maxLength:"500" doc:"A note for those who manage the webhooks."`
	}
}

func (f *Family) create(ctx context.Context, c *route.Call[createInput]) (withSecret, error) {
	in, issues, err := c.Read()
	if err != nil {
		return withSecret{}, err
	}
	f.checkURL(issues, in.Body.URL)
	if err := issues.Err(); err != nil {
		return withSecret{}, err
	}
	h := domain.Webhook{
		ID: domain.NewID(), WorkspaceID: c.WorkspaceID(), URL: in.Body.URL, Events: domain.DistinctEvents(in.Body.Events), IsActive: in.Body.IsActive.Or(true),
		Description: in.Body.Description.Value, MadeBy: c.User.ID, CreatedAt: c.Now, UpdatedAt: c.Now, Version: 1,
		WebhookState: domain.WebhookState{Since: c.Now},
	}
	secret, sealed, err := f.newSecret(ctx, h.ID)
	if err != nil {
		return withSecret{}, err
	}
	h.Secret = sealed
	answer := withSecret{webhook: toAnswer(h, c.Now)}
	if err := f.store.CreateWebhook(ctx, h, domain.MaxWebhooks, c.Remember(answer)); err != nil {
		return withSecret{}, err
	}
	answer.Secret = &secret
	return answer, nil
}
