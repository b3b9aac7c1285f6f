package domain

import (
	"context"
	"time"
)

// AuditRetention is how long an audit record is kept.
const AuditRetention = 400 * 24 * time.Hour

// AuditEvent is one change of a workspace that its audit log records.
type AuditEvent struct {
	ID      ID           `db:"id"`
	Action  AuditAction  `db:"action"`
	Target  AuditTarget  `db:"target"`
	Changes AuditChanges `db:"changes,omitempty"`
	By      *AuditActor  `db:"-"` // who acted; nil is the caller of the request
}

// AuditTarget is what an event is about. It never holds a secret.
type AuditTarget struct {
	Kind      AuditTargetKind `db:"kind"`
	ID        ID              `db:"id,omitempty"`   // "" for what has no id
	Name      Name            `db:"name,omitempty"` // at that time; "" for what has no name
	UserID    ID              `db:"uid,omitempty"`  // whose it is, where the id alone does not say it
	ProjectID ID              `db:"pid,omitempty"`  // of a project member
}

// AuditTargetKind says what the id of a target is the id of.
type AuditTargetKind string

// The kinds of targets.
const (
	AuditSession       AuditTargetKind = "session"
	AuditMember        AuditTargetKind = "member"
	AuditInvitation    AuditTargetKind = "invitation"
	AuditAPIKey        AuditTargetKind = "api_key"
	AuditWorkspace     AuditTargetKind = "workspace"
	AuditBilling       AuditTargetKind = "billing_settings"
	AuditBillingJob    AuditTargetKind = "billing_job"
	AuditProject       AuditTargetKind = "project"
	AuditProjectMember AuditTargetKind = "project_member"
	AuditExport        AuditTargetKind = "export"
	AuditSubmission    AuditTargetKind = "submission"
	AuditClientLink    AuditTargetKind = "client_link"
	AuditEntry         AuditTargetKind = "entry"
	AuditWebhook       AuditTargetKind = "webhook"
)

// AuditActor is who acted, with their name at that time.
type AuditActor struct {
	ID     ID             `db:"id,omitempty"` // of the user or the API key; "" for a client and the system
	Name   Name           `db:"name"`
	Kind   AuditActorKind `db:"kind"`
	UserID ID             `db:"uid,omitempty"` // owner of the API key; "" for other kinds
}

// AuditActorKind says what an actor is.
type AuditActorKind string

// The kinds of actors.
const (
	AuditByUser   AuditActorKind = "user"
	AuditByAPIKey AuditActorKind = "api_key"
	AuditByClient AuditActorKind = "client"
	AuditBySystem AuditActorKind = "system"
)

// AuditUser is a user as an actor.
func AuditUser(u User) AuditActor {
	return AuditActor{ID: u.ID, Name: u.DisplayName, Kind: AuditByUser}
}

// AuditKey is an API key as an actor.
func AuditKey(k APIKey) AuditActor {
	return AuditActor{ID: k.ID, Name: k.Name, Kind: AuditByAPIKey, UserID: k.UserID}
}

// User is the user who acts, by themselves or by their API key; "" for a client
// and the system.
func (a AuditActor) User() ID {
	if a.Kind == AuditByUser {
		return a.ID
	}
	return a.UserID
}

// AuditOrigin is where an event comes from. The zero value is the service itself.
type AuditOrigin struct {
	Actor         AuditActor `db:"actor"`
	At            Instant    `db:"at"`
	IP            string     `db:"ip,omitempty"`    // as the gateway saw it; "" when unknown
	UserAgent     string     `db:"agent,omitempty"` // at most MaxUserAgent bytes
	CorrelationID string     `db:"cid,omitempty"`
}

// ByUser is the event with a user who acts before the request knows its caller,
// such as one who signs in.
func (e AuditEvent) ByUser(u User) AuditEvent {
	by := AuditUser(u)
	e.By = &by
	return e
}

// AuditRecord is what one transaction tells the audit log: its first event, and
// the others that it has.
type AuditRecord struct {
	AuditEvent
	AuditOrigin
	More []AuditEvent `db:"more,omitempty"`
}

// NewAuditRecord makes the record of one or more events of a transaction.
func NewAuditRecord(from AuditOrigin, now Instant, first AuditEvent, more ...AuditEvent) AuditRecord {
	if from.Actor.Kind == "" {
		from.Actor = AuditActor{Name: "system", Kind: AuditBySystem}
	}
	if first.By != nil {
		from.Actor = *first.By
	}
	if from.At.IsZero() {
		from.At = now
	}
	r := AuditRecord{AuditEvent: first.shortened(), AuditOrigin: from, More: make([]AuditEvent, len(more))}
	r.ID = NewID()
	for i, e := range more {
		r.More[i] = e.shortened()
		r.More[i].ID = NewID()
	}
	return r
}

// actionOf is the action of a change from one state of a record to another, and the
// state that the event shows. A nil state is a record that is not there.
func actionOf[T any](was, now *T, created, changed, deleted AuditAction) (AuditAction, *T) {
	switch {
	case was == nil:
		return created, now
	case now == nil:
		return deleted, was
	default:
		return changed, now
	}
}

// NamedUsers are the users whose names or addresses the record may show.
func (r AuditRecord) NamedUsers() []ID { return []ID{r.Actor.User(), r.namedTarget()} }

// WithoutNames is the record as it is shown after the deletion of accounts. The name of
// an API key stays.
func (r AuditRecord) WithoutNames(deleted map[ID]bool) AuditRecord {
	if r.Actor.Kind == AuditByUser && deleted[r.Actor.ID] {
		r.Actor.Name = DeletedUserName
	}
	if deleted[r.namedTarget()] {
		r.Target.Name = DeletedUserName
	}
	return r
}

// namedTarget is the user whose name or address is that of the target; "" for none. An
// invitation shows the address of the user who answered it.
func (r AuditRecord) namedTarget() ID {
	switch {
	case r.Target.Kind == AuditMember || r.Target.Kind == AuditProjectMember:
		return r.Target.ID
	case r.Action == AuditInvitationAccepted || r.Action == AuditInvitationDeclined:
		return r.Actor.User()
	}
	return ""
}

type originKey struct{}

// WithOrigin is the context of a request that comes from there. The route sets it once, after
// authentication. The store takes it in the transaction of the change.
func WithOrigin(ctx context.Context, from AuditOrigin) context.Context {
	return context.WithValue(ctx, originKey{}, from)
}

// OriginFrom is the origin of the request. The zero value, without one, is the service itself.
func OriginFrom(ctx context.Context) AuditOrigin {
	from, _ := ctx.Value(originKey{}).(AuditOrigin)
	return from
}
