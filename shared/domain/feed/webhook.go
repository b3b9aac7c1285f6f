package feed

import (
	"crypto/sha256"
	"encoding/json"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"golang.org/x/net/idna"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/problem"
)

// Webhook is an address that is sent the events of a workspace. It belongs to the
// workspace, not to its maker.
type Webhook struct {
	ID          domain.ID      `db:"id"`
	WorkspaceID domain.ID      `db:"wid"`
	URL         WebhookURL     `db:"url"`
	Events      []EventName    `db:"events"` // at least one, each once
	IsActive    bool           `db:"active"`
	IsBatch     bool           `db:"batch,omitempty"` // several events are sent as one delivery
	Description domain.Text    `db:"text,omitempty"`
	MadeBy      domain.ID      `db:"maker"`
	CreatedAt   domain.Instant `db:"created"`
	UpdatedAt   domain.Instant `db:"updated"`
	Version     int64          `db:"ver"`
	Secret      SealedSecret   `db:"secret"`

	Previous []PreviousSecret `db:"secrets_was,omitempty"` // earlier secrets, the newest first

	Audit *AuditRequest `db:"audit,omitempty"` // set exactly when Events has AuditEvents

	WebhookState
}

// AuditRequest is that an owner asked for the events of the audit log.
type AuditRequest struct {
	By domain.ID      `db:"by"`
	At domain.Instant `db:"at"` // events from then on are sent
}

// WebhookState is what the deliverer keeps about a webhook. A change of it makes no new version.
type WebhookState struct {
	Since  domain.Instant `db:"since"`            // earlier changes make no events
	Cursor string         `db:"cursor,omitempty"` // position in the feed; "" is Since
	// position from which budgets are not checked; "" is Cursor
	BudgetsFrom  string          `db:"bcursor,omitempty"`
	ReadAt       *domain.Instant `db:"read,omitempty"`            // when the position was read
	AuditCursor  string          `db:"acursor,omitempty"`         // position in the audit log; "" is the request
	AuditReadAt  *domain.Instant `db:"aread,omitempty"`           // when AuditCursor was read
	LastDelivery int64           `db:"made,omitempty"`            // number of the last delivery
	Settled      int64           `db:"settled,omitempty"`         // the deliveries up to this number have ended
	Tests        []domain.ID     `db:"tests,stringset,omitempty"` // deliveries of tests that wait
	DisabledFor  DisabledReason  `db:"off,omitempty"`             // why it was switched off; "" unless the service did it
	DisabledAt   *domain.Instant `db:"off_at,omitempty"`
	Notified     bool            `db:"off_told,omitempty"` // whether its maker was mailed that it is off
	LastSuccess  *domain.Instant `db:"ok,omitempty"`
	FailingSince *domain.Instant `db:"bad,omitempty"` // the first failure since the last success
	Failures     int64           `db:"bad_n,omitempty"`
	HeldUntil    *domain.Instant `db:"held,omitempty"`  // nothing is sent before: see ThrottledUntil
	Lease        domain.ID       `db:"lease,omitempty"` // of the run that sends; "" is free
	LeaseUntil   *domain.Instant `db:"lease_until,omitempty"`
	Woken        int64           `db:"woken,omitempty"` // how often it was woken while a run had the lease
}

// StayingWebhooks are the active webhooks of a workspace whose maker is no member any more.
type StayingWebhooks struct {
	Workspace people.Workspace
	Maker     people.User
	Webhooks  []Webhook
}

// Hosts are the hosts that the webhooks send to, each once.
func (s StayingWebhooks) Hosts() []string {
	var all []string
	for _, h := range s.Webhooks {
		if host := h.URL.Host(); !slices.Contains(all, host) {
			all = append(all, host)
		}
	}
	return all
}

// PreviousSecret is a secret that was replaced and also signs for some time.
type PreviousSecret struct {
	Secret SealedSecret   `db:"secret"`
	Until  domain.Instant `db:"until"`
}

// SealedSecret is the signing secret of a webhook, sealed for the webhook.
type SealedSecret []byte

// DisabledReason says why the service switched a webhook off.
type DisabledReason string

// The reasons.
const (
	DisabledGone    DisabledReason = "gone"    // it answered 410
	DisabledFailing DisabledReason = "failing" // it failed for MaxFailing
)

// Bounds of webhooks.
const (
	MaxWebhooks       = 20             // of a workspace
	MaxWebhookTests   = 10             // tests of a webhook that wait
	SecretOverlap     = 24 * time.Hour // how long the previous secret also signs
	DeliveryRetention = 7 * 24 * time.Hour

	maxPreviousSecrets = 4
)

// Wants reports whether the webhook is sent events of the name.
func (h Webhook) Wants(e EventName) bool {
	return slices.Contains(h.Events, AllEvents) || slices.Contains(h.Events, e)
}

// AsksForAudit reports whether the webhook asks for the events of the audit log.
func (h Webhook) AsksForAudit() bool { return slices.Contains(h.Events, AuditEvents) }

// IsSentAudit reports whether the webhook is sent the events of the audit log of a workspace: its present owner asked
// for them.
func (h Webhook) IsSentAudit(owner domain.ID) bool { return h.Audit != nil && h.Audit.By == owner }

// AuditSince is the moment from which events of the audit log are sent.
func (h Webhook) AuditSince() domain.Instant {
	if h.Audit.At.Before(h.Since.Time) {
		return h.Since
	}
	return h.Audit.At
}

// WithAuditFor is the webhook for whose events of the audit log the given user answers, if it asks for them.
func (h Webhook) WithAuditFor(u domain.ID, now domain.Instant) Webhook {
	switch {
	case !h.AsksForAudit():
		h.Audit, h.AuditCursor, h.AuditReadAt = nil, "", nil
	case !h.IsSentAudit(u):
		h.Audit, h.AuditCursor, h.AuditReadAt = &AuditRequest{By: u, At: now}, "", nil
	}
	return h
}

// Secrets are the sealed secrets that sign at a time, the current one first.
func (h Webhook) Secrets(now domain.Instant) []SealedSecret {
	all := []SealedSecret{h.Secret}
	for _, p := range h.previous(now) {
		all = append(all, p.Secret)
	}
	return all
}

// previous are the earlier secrets that sign at a time.
func (h Webhook) previous(now domain.Instant) []PreviousSecret {
	valid := slices.Clone(h.Previous)
	return slices.DeleteFunc(valid, func(p PreviousSecret) bool { return !now.Before(p.Until.Time) })
}

// WithSecret is the webhook with a new secret. The current one also signs for SecretOverlap, and
// so do earlier ones whose time is not over. So a repeated rotation breaks no receiver.
func (h Webhook) WithSecret(sealed SealedSecret, now domain.Instant) Webhook {
	was := append([]PreviousSecret{{h.Secret, now.Plus(SecretOverlap)}}, h.previous(now)...)
	h.Previous, h.Secret = was[:min(len(was), maxPreviousSecrets)], sealed
	return h.next(now)
}

// PreviousUntil is when the last earlier secret stops signing; nil without one.
func (h Webhook) PreviousUntil(now domain.Instant) *domain.Instant {
	if valid := h.previous(now); len(valid) > 0 {
		return &valid[0].Until
	}
	return nil
}

// next is the webhook with its next version.
func (h Webhook) next(now domain.Instant) Webhook {
	h.UpdatedAt = now
	h.Version++
	return h
}

// WebhookChange is what a member changes of a webhook. A nil field stays as it is.
type WebhookChange struct {
	URL         *WebhookURL
	Events      []EventName // nil stays as it is
	IsActive    *bool
	IsBatch     *bool
	Description *domain.Text
}

// Apply is the webhook after a change; the same webhook if nothing changed. A webhook that is
// switched on starts with the events from then on.
func (h Webhook) Apply(c WebhookChange, now domain.Instant) Webhook {
	was := h
	if c.URL != nil {
		h.URL = *c.URL
	}
	if c.Events != nil {
		h.Events = c.Events
	}
	if c.Description != nil {
		h.Description = *c.Description
	}
	if c.IsActive != nil {
		h.IsActive = *c.IsActive
	}
	if c.IsBatch != nil {
		h.IsBatch = *c.IsBatch
	}
	if h.URL == was.URL && slices.Equal(h.Events, was.Events) && h.Description == was.Description &&
		h.IsActive == was.IsActive && h.IsBatch == was.IsBatch {
		return was
	}
	if h.IsActive && !was.IsActive {
		h.WebhookState = h.restarted(now)
	}
	return h.next(now)
}

// restarted is the state of a webhook that is switched on again: the deliveries that wait
// are not sent any more.
func (h Webhook) restarted(now domain.Instant) WebhookState {
	s := h.WebhookState
	s.Since, s.Cursor, s.BudgetsFrom, s.ReadAt, s.Settled = now, "", "", nil, s.LastDelivery
	s.AuditCursor, s.AuditReadAt = "", nil
	s.DisabledFor, s.DisabledAt, s.Notified, s.FailingSince, s.Failures = "", nil, false, nil, 0
	return s
}

// ThrottledUntil is until when its deliveries wait because a limit of requests is used up; nil unless they do.
func (h Webhook) ThrottledUntil(now domain.Instant) *domain.Instant {
	if h.HeldUntil == nil || !now.Before(h.HeldUntil.Time) || h.Waiting() == 0 && len(h.Tests) == 0 {
		return nil
	}
	return h.HeldUntil
}

// Waiting is the most deliveries that can be waiting to be sent.
func (h Webhook) Waiting() int64 { return h.LastDelivery - h.Settled }

// WebhookURL is the address of a webhook. Its path and query may hold a secret, so it
// prints without them.
type WebhookURL string

// maxURL is the longest address of a webhook in bytes.
const maxURL = 2_000

// Allowed says which addresses a webhook may have.
func (WebhookURL) Allowed() string {
	return "must be an http or https address of at most 2,000 characters, without user, password and fragment"
}

// ParseText reads an address sent by a caller. Which hosts and ports are allowed is decided
// by shared/egress.
func (u *WebhookURL) ParseText(text string) problem.FieldCode {
	parsed, err := url.Parse(text)
	switch {
	case err != nil, len(text) > maxURL, strings.ContainsFunc(text, func(c rune) bool { return c <= ' ' || c > '~' }):
		return problem.URLInvalid
	case parsed.Scheme != "https" && parsed.Scheme != "http", parsed.Hostname() == "", parsed.User != nil,
		strings.Contains(text, "#"):
		return problem.URLInvalid
	}
	*u = WebhookURL(text)
	return ""
}

// Host is the host of the address, without port, path and query. All spellings of a host are one: it is in lower case,
// without the dot of the root, a name in its ASCII form, and an address of IPv6 in its shortest form.
func (u WebhookURL) Host() string {
	parsed, err := url.Parse(string(u))
	if err != nil {
		return ""
	}
	host := parsed.Hostname()
	if address, err := netip.ParseAddr(host); err == nil {
		return address.Unmap().String()
	}
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if ascii, err := idna.Lookup.ToASCII(host); err == nil {
		return ascii
	}
	return host
}

// Reveal is the whole address.
func (u WebhookURL) Reveal() string { return string(u) }

// String is the host alone, so that a log never has the rest.
func (u WebhookURL) String() string { return u.Host() }

// EventBody is what a webhook is sent.
type EventBody struct {
	Type        EventName      `json:"type"`
	Timestamp   domain.Instant `json:"timestamp"` // of the event
	WorkspaceID domain.ID      `json:"workspace_id"`
	Data        any            `json:"data"`
}

// TestData is the data of a test.
type TestData struct {
	WebhookID domain.ID `json:"webhook_id"`
	Message   string    `json:"message"`
}

// TestMessage is the message of a test.
const TestMessage = "This is a test."

// EncodeEvent makes the body of a delivery. data must be a value that encodes.
func EncodeEvent(e EventName, at domain.Instant, workspace domain.ID, data any) []byte {
	body, err := json.Marshal(EventBody{e, at, workspace, data})
	if err != nil {
		panic("domain: an event cannot be encoded: " + err.Error())
	}
	return body
}

// Delivery is one event that is sent to one webhook. Its id is the message id that the
// receiver sees, also when it is sent again.
type Delivery struct {
	ID        domain.ID      `db:"id"`
	WebhookID domain.ID      `db:"hook"`
	Number    int64          `db:"n"` // its order among the deliveries of the webhook
	Event     EventName      `db:"event"`
	Record    string         `db:"rec,omitempty"` // what the event is about; events of one record are sent in their order
	Status    DeliveryStatus `db:"status"`
	Body      []byte         `db:"body"` // the JSON that is sent
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
// switched off and on again is cancelled.
func (d Delivery) StatusIn(h Webhook) DeliveryStatus {
	if d.Status == DeliveryPending && d.Event != TestEvent && d.Number <= h.Settled {
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
