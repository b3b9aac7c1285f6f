package domain

import (
	"slices"
	"time"
)

// Webhook is an address that is sent the events of a workspace. It belongs to the
// workspace, not to its maker.
type Webhook struct {
	ID          ID           `db:"id"`
	WorkspaceID ID           `db:"wid"`
	URL         WebhookURL   `db:"url"`
	Events      []EventName  `db:"events"` // at least one, each once
	IsActive    bool         `db:"active"`
	Description Text         `db:"text,omitempty"`
	MadeBy      ID           `db:"maker"`
	CreatedAt   Instant      `db:"created"`
	UpdatedAt   Instant      `db:"updated"`
	Version     int64        `db:"ver"`
	Secret      SealedSecret `db:"secret"`

	Previous []PreviousSecret `db:"secrets_was,omitempty"` // earlier secrets, the newest first

	WebhookState
}

// WebhookState is what the deliverer keeps about a webhook. A change of it makes no new version.
type WebhookState struct {
	Since        Instant        `db:"since"`                     // earlier changes make no events
	Cursor       string         `db:"cursor,omitempty"`          // position in the feed; "" is Since
	BudgetsFrom  string         `db:"bcursor,omitempty"`         // position from which budgets are not checked; "" is Cursor
	ReadAt       *Instant       `db:"read,omitempty"`            // when the position was read
	Made         int64          `db:"made,omitempty"`            // number of the last delivery
	Settled      int64          `db:"settled,omitempty"`         // the deliveries up to this number have ended
	Tests        []ID           `db:"tests,stringset,omitempty"` // deliveries of tests that wait
	DisabledFor  DisabledReason `db:"off,omitempty"`             // why it was switched off; "" unless the service did it
	DisabledAt   *Instant       `db:"off_at,omitempty"`
	Notified     bool           `db:"off_told,omitempty"` // whether its maker was mailed that it is off
	LastSuccess  *Instant       `db:"ok,omitempty"`
	FailingSince *Instant       `db:"bad,omitempty"` // the first failure since the last success
	Failures     int64          `db:"bad_n,omitempty"`
	Lease        ID             `db:"lease,omitempty"` // of the run that sends; "" is free
	LeaseUntil   *Instant       `db:"lease_until,omitempty"`
	Woken        int64          `db:"woken,omitempty"` // how often it was woken while a run had the lease
}

// PreviousSecret is a secret that was replaced and also signs for some time.
type PreviousSecret struct {
	Secret SealedSecret `db:"secret"`
	Until  Instant      `db:"until"`
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
	MaxWebhookEvents  = 50             // that one webhook names
	MaxWebhookTests   = 10             // tests of a webhook that wait
	SecretOverlap     = 24 * time.Hour // how long the previous secret also signs
	DeliveryRetention = 7 * 24 * time.Hour

	maxPreviousSecrets = 4
)

// Wants reports whether the webhook is sent events of the name.
func (h Webhook) Wants(e EventName) bool {
	return slices.Contains(h.Events, AllEvents) || slices.Contains(h.Events, e)
}

// Secrets are the sealed secrets that sign at a time, the current one first.
func (h Webhook) Secrets(now Instant) []SealedSecret {
	all := []SealedSecret{h.Secret}
	for _, p := range h.previous(now) {
		all = append(all, p.Secret)
	}
	return all
}

// previous are the earlier secrets that sign at a time.
func (h Webhook) previous(now Instant) []PreviousSecret {
	valid := slices.Clone(h.Previous)
	return slices.DeleteFunc(valid, func(p PreviousSecret) bool { return !now.Before(p.Until.Time) })
}

// WithSecret is the webhook with a new secret. The current one also signs for SecretOverlap, and
// so do earlier ones whose time is not over. So a repeated rotation breaks no receiver.
func (h Webhook) WithSecret(sealed SealedSecret, now Instant) Webhook {
	was := append([]PreviousSecret{{h.Secret, now.Plus(SecretOverlap)}}, h.previous(now)...)
	h.Previous, h.Secret = was[:min(len(was), maxPreviousSecrets)], sealed
	return h.next(now)
}

// PreviousUntil is when the last earlier secret stops signing; nil without one.
func (h Webhook) PreviousUntil(now Instant) *Instant {
	if valid := h.previous(now); len(valid) > 0 {
		return &valid[0].Until
	}
	return nil
}

// next is the webhook with its next version.
func (h Webhook) next(now Instant) Webhook {
	h.UpdatedAt = now
	h.Version++
	return h
}

// WebhookChange is what a member changes of a webhook. A nil field stays as it is.
type WebhookChange struct {
	URL         *WebhookURL
	Events      []EventName // nil stays as it is
	IsActive    *bool
	Description *Text
}

// Apply is the webhook after a change; the same webhook if nothing changed. A webhook that is
// switched on starts with the events from then on.
func (h Webhook) Apply(c WebhookChange, now Instant) Webhook {
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
	if h.URL == was.URL && slices.Equal(h.Events, was.Events) && h.Description == was.Description && h.IsActive == was.IsActive {
		return was
	}
	if h.IsActive && !was.IsActive {
		h.WebhookState = h.restarted(now)
	}
	return h.next(now)
}

// restarted is the state of a webhook that is switched on again: the deliveries that wait
// are not sent any more.
func (h Webhook) restarted(now Instant) WebhookState {
	s := h.WebhookState
	s.Since, s.Cursor, s.BudgetsFrom, s.ReadAt, s.Settled = now, "", "", nil, s.Made
	s.DisabledFor, s.DisabledAt, s.Notified, s.FailingSince, s.Failures = "", nil, false, nil, 0
	return s
}

// Waiting is the most deliveries that can be waiting to be sent.
func (h Webhook) Waiting() int64 { return h.Made - h.Settled }
