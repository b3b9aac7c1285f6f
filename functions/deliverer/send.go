package deliverer

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/egress"
)

// userAgent is the User-Agent of deliveries.
const userAgent = "Stint-Webhooks/1.0"

// send makes one attempt and writes its result.
func (r *run) send(ctx context.Context, d feed.Delivery) error {
	signature, err := r.sign(ctx, d)
	if err != nil {
		return err
	}
	attempt := r.attempt(ctx, d, signature)
	if ctx.Err() != nil {
		return ctx.Err() // it was not the receiver that took too long
	}
	next, off := r.webhook.WebhookState, false
	if d.Event != feed.TestEvent {
		next, off = next.After(attempt)
	}
	after := d.After(attempt)
	if off && after.Status == feed.DeliveryPending {
		after.Status, after.NextAttemptAt = feed.DeliveryFailed, nil
	}
	r.log.Info("webhook called", "webhook", d.WebhookID, "delivery", d.ID, "status", attempt.ResponseStatus, "failure",
		attempt.Failure, "ms", attempt.Milliseconds)
	return r.store.KeepAttempt(ctx, r.webhook, next, off, after)
}

// sign makes the signatures of a delivery at this time: one for each valid secret.
func (r *run) sign(ctx context.Context, d feed.Delivery) (http.Header, error) {
	now := domain.InstantOf(r.now())
	var all []string
	for _, sealed := range r.webhook.Secrets(now) {
		secret, err := r.secrets.Open(ctx, r.webhook.ID, sealed)
		if err != nil {
			return nil, err
		}
		signer, err := standardwebhooks.NewWebhook(secret)
		if err != nil {
			return nil, err
		}
		signature, err := signer.Sign(string(d.ID), now.Time, d.Body)
		if err != nil {
			return nil, err
		}
		all = append(all, signature)
	}
	return http.Header{
		"Content-Type": {"application/json"}, "User-Agent": {userAgent},
		standardwebhooks.HeaderWebhookID:        {string(d.ID)},
		standardwebhooks.HeaderWebhookTimestamp: {strconv.FormatInt(now.Unix(), 10)},
		standardwebhooks.HeaderWebhookSignature: {strings.Join(all, " ")},
	}, nil
}

// attempt sends a delivery once.
func (r *run) attempt(ctx context.Context, d feed.Delivery, header http.Header) feed.Attempt {
	ctx, cancel := context.WithTimeout(ctx, feed.AttemptTimeout)
	defer cancel()
	began := time.Now()
	response, err := egress.Post(ctx, r.client, r.webhook.URL, header, d.Body)
	return feed.Attempt{
		At: domain.InstantOf(r.now()), Milliseconds: time.Since(began).Milliseconds(),
		ResponseStatus: response.Status, Response: strings.ToValidUTF8(string(response.Text), "�"),
		Failure: egress.Classify(response, err),
	}
}
