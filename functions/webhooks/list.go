package webhooks

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/paging"
	"stint/shared/route"
)

func (f *Family) list(ctx context.Context, r *route.Request, in paging.Query) (route.List[webhook], error) {
	page, err := f.store.Webhooks(ctx, r.WorkspaceID(), in.Page(r))
	return paging.ToList(page, err, func(h feed.Webhook) webhook { return toAnswer(h, r.Now) })
}

func (f *Family) get(_ context.Context, c *route.Call[route.NoInput], h feed.Webhook) (webhook, error) {
	return toAnswer(h, c.Now), nil
}

// webhook describes a webhook without its secret.
type webhook struct {
	ID domain.ID `json:"id"`
	// The https address that events are sent to.
	URL      string           `json:"url"`
	Events   []feed.EventName `json:"events"`    // names of events, * or audit.*; more names may be added
	IsActive bool             `json:"is_active"` // Whether events are sent.
	IsBatch  bool             `json:"is_batch"`  // Whether up to 100 events are sent as one request.
	// A note for those who manage the webhooks.
	Description domain.Text    `json:"description"`
	CreatedBy   domain.ID      `json:"created_by"` // who is mailed when it is switched off
	CreatedAt   domain.Instant `json:"created_at"`
	UpdatedAt   domain.Instant `json:"updated_at"`
	// gone after a 410, failing after five days of failure, proved where it was set up before the address of its maker was
	// proved; null unless the service switched it off
	DisabledReason *feed.DisabledReason `json:"disabled_reason"`
	// When the service switched it off; null unless it did.
	DisabledAt *domain.Instant `json:"disabled_at"`
	// When a delivery last succeeded; null before.
	LastSuccessAt       *domain.Instant `json:"last_success_at"`
	FailingSince        *domain.Instant `json:"failing_since"`        // the first failure since the last success
	ConsecutiveFailures int64           `json:"consecutive_failures"` // attempts since the last success
	// Until when deliveries wait because the host or the workspace gets no more requests this minute; null unless they do.
	ThrottledUntil *domain.Instant `json:"throttled_until"`
	// Until when the secret before the rotation signs too; null without one.
	PreviousSecretExpiresAt *domain.Instant `json:"previous_secret_expires_at"`
	route.Versioned
}

// withSecret describes a webhook with its secret.
//
//openapi:schema WebhookWithSecret
type withSecret struct {
	webhook
	Secret *route.ShownOnce `json:"secret"` // signs the deliveries; shown only here; null in a replay
}

func toAnswer(h feed.Webhook, now domain.Instant) webhook {
	return webhook{
		ID: h.ID, URL: h.URL.Reveal(), Events: h.Events, IsActive: h.IsActive, IsBatch: h.IsBatch,
		Description: h.Description, ThrottledUntil: h.ThrottledUntil(now), CreatedBy: h.MadeBy, CreatedAt: h.CreatedAt,
		UpdatedAt: h.UpdatedAt, DisabledReason: domain.OrNull(h.DisabledFor), DisabledAt: h.DisabledAt,
		LastSuccessAt: h.LastSuccess, FailingSince: h.FailingSince, ConsecutiveFailures: h.Failures,
		PreviousSecretExpiresAt: h.PreviousUntil(now),
		Versioned:               route.Versioned{Version: h.Version},
	}
}

// deliveryAnswer describes one event that is sent to a webhook.
type deliveryAnswer struct {
	ID             domain.ID           `json:"id"`         // the webhook-id that the receiver sees
	WebhookID      domain.ID           `json:"webhook_id"` // The id of the webhook.
	Type           feed.EventName      `json:"type"`       // the event, or webhook.test; more names may be added
	Status         feed.DeliveryStatus `json:"status"`     // pending, succeeded, failed or cancelled
	Attempts       int64               `json:"attempts"`   // How often it was sent.
	CreatedAt      domain.Instant      `json:"created_at"`
	LastAttemptAt  *domain.Instant     `json:"last_attempt_at"` // When it was last sent; null before.
	NextAttemptAt  *domain.Instant     `json:"next_attempt_at"` // When it is sent again; null if it is not.
	DurationMS     *int64              `json:"duration_ms"`     // of the last attempt
	ResponseStatus *int                `json:"response_status"` // HTTP status of the last attempt; null without a response
	ResponseBody   *string             `json:"response_body"`   // its first 1,024 bytes
	Error          *feed.DeliveryError `json:"error"`           // why the last attempt failed; more words may be added
}

func toDelivery(h feed.Webhook, d feed.Delivery) deliveryAnswer {
	answer := deliveryAnswer{
		ID: d.ID, WebhookID: d.WebhookID, Type: d.Event, Status: d.StatusIn(h), Attempts: d.Attempts, CreatedAt: d.CreatedAt,
		LastAttemptAt: d.LastAttemptAt, NextAttemptAt: d.NextAttemptAt, Error: domain.OrNull(d.Failure),
	}
	if d.LastAttemptAt != nil {
		answer.DurationMS = &d.Milliseconds
	}
	if d.ResponseStatus != 0 {
		answer.ResponseStatus, answer.ResponseBody = &d.ResponseStatus, &d.Response
	}
	return answer
}
