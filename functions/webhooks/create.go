package webhooks

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"slices"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

type createInput struct {
	Body struct {
		// Where events are sent: https, port 443 or 1024 and above, without credentials and fragment.
		URL feed.WebhookURL `json:"url"`
		// Names of events, * for all but those of the audit log, or audit.* for these, which only the owner may ask for.
		Events []feed.EventName `json:"events" bounds:"webhookEvents"`
		// Whether events are sent. Default true.
		IsActive wire.Optional[bool] `json:"isActive"`
		// Whether up to 100 events are sent as one request. Default false.
		IsBatch wire.Optional[bool] `json:"isBatch"`
		// A note for those who manage the webhooks.
		Description wire.Optional[domain.Text] `json:"description" maxLength:"500"`
	}
}

func (f *Family) create(ctx context.Context, c *route.Call[createInput]) (withSecret, error) {
	in, issues, err := c.Read()
	if err != nil {
		return withSecret{}, err
	}
	f.checkURL(issues, in.Body.URL)
	if err := checkAudit(c.Caller, in.Body.Events...); err != nil {
		return withSecret{}, err
	}
	if err := issues.Err(); err != nil {
		return withSecret{}, err
	}
	h := feed.Webhook{
		ID: domain.NewID(), WorkspaceID: c.WorkspaceID(), URL: in.Body.URL, Events: feed.DistinctEvents(in.Body.Events),
		IsActive: in.Body.IsActive.Or(true), IsBatch: in.Body.IsBatch.Value, Description: in.Body.Description.Value,
		MadeBy: c.User.ID, CreatedAt: c.Now, UpdatedAt: c.Now, Version: 1,
		WebhookState: feed.WebhookState{Since: c.Now},
	}.WithAuditFor(c.User.ID, c.Now).MadeFrom(feed.Webhook{}, c.User)
	secret, sealed, err := f.newSecret(ctx, h.ID)
	if err != nil {
		return withSecret{}, err
	}
	h.Secret = sealed
	answer := withSecret{toAnswer(h, c.Now), &secret}
	return answer, f.store.CreateWebhook(ctx, h, feed.MaxWebhooks, c.Remember(answer))
}

// checkAudit checks that the caller may let a webhook send the events: only the owner may those of the audit log.
// Errors: forbidden with role_insufficient.
func checkAudit(c auth.Caller, events ...feed.EventName) error {
	if slices.ContainsFunc(events, feed.EventName.IsAudit) && c.Role() != people.RoleOwner {
		return problem.Forbidden(problem.RoleInsufficient)
	}
	return nil
}

// checkURL adds an issue for an address that may not be called.
func (f *Family) checkURL(issues *wire.Issues, u feed.WebhookURL) {
	if issues.IsClean("url") && !f.targets.Allows(u) {
		issues.AddMessage("url", problem.URLInvalid,
			"must be the https address of a host on the public internet, at port 443 or one from 1024")
	}
}

// secretBytes is the length of a signing secret. Standard Webhooks has 24 to 64.
const secretBytes = 32

// newSecret makes a signing secret in the form of Standard Webhooks, and seals it for its
// webhook. Errors: service_unavailable.
func (f *Family) newSecret(ctx context.Context,
	webhook domain.ID) (secret route.ShownOnce, sealed feed.SealedSecret, err error) {
	raw := make([]byte, secretBytes)
	_, _ = rand.Read(raw) // never fails (crypto/rand, Go 1.24)
	plain := "whsec_" + base64.StdEncoding.EncodeToString(raw)
	sealed, err = f.secrets.Seal(ctx, webhook, plain)
	return route.ShownOnce(plain), sealed, err
}

func (f *Family) rotateSecret(ctx context.Context, c *route.Call[route.NoInput], was feed.Webhook) (withSecret, error) {
	if err := checkAudit(c.Caller, was.Events...); err != nil {
		return withSecret{}, err
	}
	if err := c.CheckIfMatch(was.Version); err != nil {
		return withSecret{}, err
	}
	secret, sealed, err := f.newSecret(ctx, was.ID)
	if err != nil {
		return withSecret{}, err
	}
	now := was.WithSecret(sealed, c.Now)
	return withSecret{toAnswer(now, c.Now), &secret}, f.store.ChangeWebhook(ctx, was, now)
}
