package feed

import (
	"crypto/sha256"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"stint/shared/domain"
)

// Delivery is one event that is sent to one webhook. Its id is the message id that the
// receiver sees, also when it is sent again.
type Delivery struct {
	ID        domain.ID      `db:"id"`
	WebhookID domain.ID      `db:"hook"`
	Number    int64          `db:"n"` // its order among the deliveries of the webhook
	Event     EventName      `db:"event"`
	Record    string         `db:"rec,omitempty"` // what the event is about; events of one record are sent in their order
	Status    DeliveryStatus `db:"status"`
	Body      EventJSON      `db:"body"` // the JSON that is sent
	CreatedAt domain.Instant `db:"created"`
	Cause     string         `db:"tr,omitempty"` // trace of the change; see domain.TraceOf

	Attempts       int64           `db:"tries,omitempty"`
	FirstAttemptAt *domain.Instant `db:"first,omitempty"`
	LastAttemptAt  *domain.Instant `db:"last,omitempty"`
	NextAttemptAt  *domain.Instant `db:"next,omitempty"` // of one that failed and is tried again
	ResponseStatus int             `db:"code,omitempty"` // HTTP status; 0 without a response
	Response       string          `db:"answer,omitempty"`
	Failure        DeliveryError   `db:"err,omitempty"`
	Milliseconds   int64           `db:"ms,omitempty"` // of the last attempt
}

// DeliveryStatus says what became of a delivery.
type DeliveryStatus string

// The states of a delivery.
const (
	DeliveryPending   DeliveryStatus = "pending"
	DeliverySucceeded DeliveryStatus = "succeeded"
	DeliveryFailed    DeliveryStatus = "failed"
	DeliveryCancelled DeliveryStatus = "cancelled" // it waited when the webhook was switched off and on
)

// DeliveryError says why an attempt failed. More reasons may be added.
type DeliveryError string

// The reasons.
const (
	ErrorStatus     DeliveryError = "status"              // a response other than 2xx
	ErrorRedirect   DeliveryError = "redirect"            // a response 3xx, which is not followed
	ErrorAddress    DeliveryError = "address_not_allowed" // the host has an address that is refused
	ErrorName       DeliveryError = "name_not_resolved"
	ErrorConnection DeliveryError = "connection_failed"
	ErrorTLS        DeliveryError = "tls_failed"
	ErrorTimeout    DeliveryError = "timeout"
)

// MaxResponse is how many bytes of a response are kept.
const MaxResponse = 1024

// DeliveryID is the id of the delivery of an event. The same event of the same webhook has
// the same id, however often it is found.
func DeliveryID(webhook domain.ID, event ...string) domain.ID {
	sum := sha256.Sum256([]byte(string(webhook) + "\n" + strings.Join(event, "\n")))
	var id uuid.UUID
	copy(id[:], sum[:])
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80 // version 8 (RFC 9562)
	return domain.ID(id.String())
}

// StatusIn is the status of a delivery of a webhook. A delivery that waited when the webhook was
// switched off and on again is cancelled, and so is a test that was dropped.
func (d Delivery) StatusIn(h Webhook) DeliveryStatus {
	switch {
	case d.Status != DeliveryPending:
	case d.Event != TestEvent && d.Number <= h.Settled,
		d.Event == TestEvent && d.Number <= h.LastDelivery && !slices.Contains(h.Tests, d.ID):
		return DeliveryCancelled
	}
	return d.Status
}

// Bounds of the attempts.
const (
	AttemptTimeout = 10 * time.Second
	MaxTrying      = 3 * 24 * time.Hour // from the first attempt of a delivery until it is given up
	MaxFailing     = 5 * 24 * time.Hour // from the first failure of a webhook until it is switched off
)

// retryDelays are the delays between two attempts. The last one repeats.
var retryDelays = []time.Duration{
	5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute, 30 * time.Minute, time.Hour, 2 * time.Hour,
}

// Attempt is the result of one attempt.
type Attempt struct {
	At             domain.Instant
	Milliseconds   int64
	ResponseStatus int // 0 without a response
	Response       string
	Failure        DeliveryError // "" is success
}

// After is the delivery after an attempt. A test has one attempt.
func (d Delivery) After(a Attempt) Delivery {
	d.Attempts++
	if d.FirstAttemptAt == nil {
		d.FirstAttemptAt = &a.At
	}
	d.LastAttemptAt, d.NextAttemptAt = &a.At, nil
	d.ResponseStatus, d.Response, d.Failure, d.Milliseconds = a.ResponseStatus, a.Response, a.Failure, a.Milliseconds
	next := a.At.Plus(retryDelays[min(int(d.Attempts), len(retryDelays))-1])
	switch {
	case a.Failure == "":
		d.Status = DeliverySucceeded
	case d.Event == TestEvent, next.After(d.FirstAttemptAt.Plus(MaxTrying).Time):
		d.Status = DeliveryFailed
	default:
		d.NextAttemptAt = &next
	}
	return d
}

// Again is a delivery that is sent once more, at the end of the queue. What its earlier attempts
// gave is not kept.
func (d Delivery) Again(number int64) Delivery {
	d.Number, d.Status = number, DeliveryPending
	d.Attempts, d.FirstAttemptAt, d.LastAttemptAt, d.NextAttemptAt = 0, nil, nil, nil
	d.ResponseStatus, d.Response, d.Failure, d.Milliseconds = 0, "", "", 0
	return d
}

// After is the state of the webhook after an attempt, and whether it is switched off.
func (s WebhookState) After(a Attempt) (next WebhookState, off bool) {
	if a.Failure == "" {
		s.LastSuccess, s.FailingSince, s.Failures = &a.At, nil, 0
		return s, false
	}
	s.Failures++
	if s.FailingSince == nil {
		s.FailingSince = &a.At
	}
	switch {
	case a.ResponseStatus == 410:
		s.DisabledFor = DisabledGone
	case !a.At.Before(s.FailingSince.Plus(MaxFailing).Time):
		s.DisabledFor = DisabledFailing
	default:
		return s, false
	}
	s.DisabledAt = &a.At
	return s, true
}

// Void is the state of the webhook after its maker proved their address, which switches it off: somebody else may have
// made it with that address.
func (s WebhookState) Void(at domain.Instant) WebhookState {
	s.DisabledFor, s.DisabledAt = DisabledProved, &at
	return s
}
