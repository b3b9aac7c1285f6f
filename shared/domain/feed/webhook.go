package feed

import (
	"encoding/json"
	"slices"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/people"
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

	// UnprovenMaker is who made it, set its address or switched it on last, if the address of their account was unproven
	// then; "" otherwise. The first proof of that account voids the webhook.
	UnprovenMaker domain.ID `db:"unproven,omitempty"`

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
	PausedUntil  *domain.Instant `db:"held,omitempty"`  // nothing is sent before: see ThrottledUntil
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

// WorkForgetWebhook removes what the deleted webhook that is its target remembered of budgets.
const WorkForgetWebhook domain.WorkKind = "forget_webhook"

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
	DisabledProved  DisabledReason = "proved"  // its UnprovenMaker proved their address since
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

// AuditSince is the moment from which events of the audit log are sent: not before the owner asked for them, nor before
// a transfer that made them the owner again. owned is the moment of the last transfer; nil for none.
func (h Webhook) AuditSince(owned *domain.Instant) domain.Instant {
	since := domain.Later(h.Audit.At, h.Since)
	if owned != nil {
		return domain.Later(since, *owned)
	}
	return since
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

// MadeFrom is the webhook after a user made it or changed it from what it was; see UnprovenMaker.
func (h Webhook) MadeFrom(was Webhook, u people.User) Webhook {
	if h.URL == was.URL && (was.IsActive || !h.IsActive) {
		return h
	}
	h.UnprovenMaker = ""
	if !u.EmailVerified {
		h.UnprovenMaker = u.ID
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
	if h.PausedUntil == nil || !now.Before(h.PausedUntil.Time) || h.Waiting() == 0 && len(h.Tests) == 0 {
		return nil
	}
	return h.PausedUntil
}

// Waiting is the most deliveries that can be waiting to be sent.
func (h Webhook) Waiting() int64 { return h.LastDelivery - h.Settled }

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
