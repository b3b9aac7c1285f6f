package deliverer

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/egress"
)

// userAgent is the User-Agent of deliveries.
const userAgent = "Stint-Webhooks/1.0"

// traceParentHeader is the header of W3C Trace Context.
const traceParentHeader = "Traceparent"

// message is one request to a webhook.
type message struct {
	id    domain.ID // which the receiver sees
	body  []byte
	trace domain.Trace
}

// toMessage makes the request of deliveries: a batch, if the webhook asks for batches.
func (r *run) toMessage(all []feed.Delivery) message {
	m := message{all[0].ID, all[0].Body, traceOf(all)}
	if r.webhook.IsBatch {
		m.id, m.body = feed.EncodeBatch(r.webhook, all)
	}
	return m
}

// traceOf is the trace of a request with deliveries: that of the change which all of them are of, else a new one.
func traceOf(all []feed.Delivery) domain.Trace {
	other := func(d feed.Delivery) bool { return d.Cause != all[0].Cause }
	if t, ok := domain.TraceOf(all[0].Cause); ok && !slices.ContainsFunc(all, other) {
		return t
	}
	return domain.NewTrace()
}

// send makes one attempt for deliveries and writes its result.
func (r *run) send(ctx context.Context, all ...feed.Delivery) error {
	attempt, err := r.call(ctx, all...)
	if err != nil {
		return err
	}
	next, off := r.webhook.WebhookState, false
	if all[0].Event != feed.TestEvent {
		next, off = next.After(attempt)
	}
	after := afterAttempt(all, attempt, off)
	return r.store.KeepAttempt(ctx, r.webhook, next, off, lastEnded(after), after...)
}

// lastEnded is the number up to which all deliveries have ended, if those before the given ones have; 0 if the
// first one waits. Tests do not count.
func lastEnded(all []feed.Delivery) (number int64) {
	for _, d := range all {
		if d.Event == feed.TestEvent || d.Status == feed.DeliveryPending {
			break
		}
		number = d.Number
	}
	return number
}

// call sends deliveries as one request, and tells what came of it. Errors: of the context, when it was not the
// receiver that took too long.
func (r *run) call(ctx context.Context, all ...feed.Delivery) (feed.Attempt, error) {
	m := r.toMessage(all)
	signature, err := r.sign(ctx, m)
	if err != nil {
		return feed.Attempt{}, err
	}
	attempt := r.attempt(ctx, m, signature)
	if ctx.Err() != nil {
		return attempt, ctx.Err()
	}
	r.log.Info("webhook called", "webhook", r.webhook.ID, "delivery", m.id, "events", len(all), "status",
		attempt.ResponseStatus, "failure", attempt.Failure, "ms", attempt.Milliseconds, "trace_id", m.trace.TraceID(),
		"span_id", m.trace.SpanID())
	return attempt, nil
}

// afterAttempt is what becomes of deliveries. off says that their webhook is switched off.
func afterAttempt(all []feed.Delivery, attempt feed.Attempt, off bool) []feed.Delivery {
	after := make([]feed.Delivery, len(all))
	for i, d := range all {
		after[i] = d.After(attempt)
	}
	if off {
		return withoutRetries(after)
	}
	return after
}

// withoutRetries is what becomes of deliveries whose webhook is switched off: those that would be tried again have
// failed. It changes the slice.
func withoutRetries(all []feed.Delivery) []feed.Delivery {
	for i, d := range all {
		if d.Status == feed.DeliveryPending {
			all[i].Status, all[i].NextAttemptAt = feed.DeliveryFailed, nil
		}
	}
	return all
}

// attempt sends a message once.
func (r *run) attempt(ctx context.Context, m message, header http.Header) feed.Attempt {
	ctx, cancel := context.WithTimeout(ctx, feed.AttemptTimeout)
	defer cancel()
	began := time.Now()
	response, err := egress.Post(ctx, r.client, r.webhook.URL, header, m.body)
	return feed.Attempt{
		At: domain.InstantOf(r.now()), Milliseconds: time.Since(began).Milliseconds(),
		ResponseStatus: response.Status, Response: strings.ToValidUTF8(string(response.Text), "�"),
		Failure: egress.Classify(response, err),
	}
}
