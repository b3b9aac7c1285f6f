// Package audit has the audit log of a workspace: its events, what they tell, and where a request comes from.
package audit

import (
	"context"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/people"
)

// Retention is how long an audit record is kept.
const Retention = 400 * 24 * time.Hour

// Event is one change of a workspace that its audit log records.
type Event struct {
	ID      domain.ID `db:"id"`
	Action  Action    `db:"action"`
	Target  Target    `db:"target"`
	Changes Changes   `db:"changes,omitempty"`
	By      *Actor    `db:"-"` // who acted; nil is the caller of the request
}

// Target is what an event is about. It never holds a secret.
type Target struct {
	Kind      TargetKind  `db:"kind"`
	ID        domain.ID   `db:"id,omitempty"`   // "" for what has no id
	Name      domain.Name `db:"name,omitempty"` // at that time; "" for what has no name
	UserID    domain.ID   `db:"uid,omitempty"`  // whose it is, where the id alone does not say it
	ProjectID domain.ID   `db:"pid,omitempty"`  // of a project member
}

// TargetKind says what the id of a target is the id of.
type TargetKind string

// The kinds of targets.
const (
	KindSession       TargetKind = "session"
	KindMember        TargetKind = "member"
	KindInvitation    TargetKind = "invitation"
	KindAPIKey        TargetKind = "api_key"
	KindApp           TargetKind = "app" // the access of an app
	KindCalendarFeed  TargetKind = "calendar_feed"
	KindOAuthClient   TargetKind = "oauth_client"
	KindWorkspace     TargetKind = "workspace"
	KindBilling       TargetKind = "billing_settings"
	KindBillingJob    TargetKind = "billing_job"
	KindProject       TargetKind = "project"
	KindProjectMember TargetKind = "project_member"
	KindClient        TargetKind = "client"
	KindExport        TargetKind = "export"
	KindSubmission    TargetKind = "submission"
	KindClientLink    TargetKind = "client_link"
	KindEntry         TargetKind = "entry"
	KindInvoice       TargetKind = "invoice" // has its mark as name, and the job as id
	KindWebhook       TargetKind = "webhook"
	KindList          TargetKind = "list" // has the id of its route as name
)

// Actor is who acted, with their name at that time.
type Actor struct {
	ID     domain.ID   `db:"id,omitempty"` // of the user or the API key; "" for a client and the system
	Name   domain.Name `db:"name"`
	Kind   ActorKind   `db:"kind"`
	UserID domain.ID   `db:"uid,omitempty"` // owner of the API key; "" for other kinds
}

// ActorKind says what an actor is.
type ActorKind string

// The kinds of actors.
const (
	ByUser   ActorKind = "user"
	ByAPIKey ActorKind = "api_key"
	ByClient ActorKind = "client"
	BySystem ActorKind = "system"
)

// User is a user as an actor.
func User(u people.User) Actor {
	return Actor{ID: u.ID, Name: u.DisplayName, Kind: ByUser}
}

// Key is an API key as an actor.
func Key(k people.APIKey) Actor {
	return Actor{ID: k.ID, Name: k.Name, Kind: ByAPIKey, UserID: k.UserID}
}

// User is the user who acts, by themselves or by their API key; "" for a client
// and the system.
func (a Actor) User() domain.ID {
	if a.Kind == ByUser {
		return a.ID
	}
	return a.UserID
}

// Via is the app through which a user acts.
type Via struct {
	ClientID string      `db:"client"`
	Name     domain.Name `db:"name"`
}

// ViaApp is the app of a caller; nil without one.
func ViaApp(a *people.App) *Via {
	if a == nil {
		return nil
	}
	return &Via{a.ClientID, a.Name}
}

// Origin is where an event comes from. The zero value is the service itself.
type Origin struct {
	Actor         Actor          `db:"actor"`
	Via           *Via           `db:"via,omitempty"` // the app through which the user acts; nil without one
	At            domain.Instant `db:"at"`
	IP            string         `db:"ip,omitempty"`    // as the gateway saw it; "" when unknown
	UserAgent     string         `db:"agent,omitempty"` // at most MaxUserAgent bytes
	CorrelationID string         `db:"cid,omitempty"`
}

// ByUser is the event with a user who acts before the request knows its caller,
// such as one who signs in.
func (e Event) ByUser(u people.User) Event {
	by := User(u)
	e.By = &by
	return e
}

// Record is what one transaction tells the audit log: its first event, and
// the others that it has.
type Record struct {
	Event
	Origin
	Packed []byte `db:"more,omitempty"` // the other events, see packEvents
}

// NewRecord makes the record of one or more events of a transaction.
func NewRecord(from Origin, now domain.Instant, first Event, more ...Event) Record {
	if from.Actor.Kind == "" {
		from.Actor = Actor{Name: "system", Kind: BySystem}
	}
	if first.By != nil {
		from.Actor = *first.By
	}
	if from.At.IsZero() {
		from.At = now
	}
	r := Record{Event: first.shortened(), Origin: from}
	r.ID = domain.NewID()
	others := make([]Event, len(more))
	for i, e := range more {
		others[i] = e.shortened()
		others[i].ID = domain.NewID()
	}
	r.Packed = packEvents(others)
	return r
}

// Split lists the events of a record, each as a record of its own. It fails for a record that cannot be unpacked.
func (r Record) Split() ([]Record, error) {
	more, err := unpackEvents(r.Packed)
	all := make([]Record, 1, 1+len(more))
	all[0] = Record{Event: r.Event, Origin: r.Origin}
	for _, e := range more {
		all = append(all, Record{Event: e, Origin: r.Origin})
	}
	return all, err
}

// actionOf is the action of a change from one state of a record to another, and the
// state that the event shows. A nil state is a record that is not there.
func actionOf[T any](was, now *T, created, changed, deleted Action) (Action, *T) {
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
func (r Record) NamedUsers() []domain.ID { return []domain.ID{r.Actor.User(), r.namedTarget()} }

// WithoutNames is the record as it is shown after the deletion of accounts. The name of
// an API key stays.
func (r Record) WithoutNames(deleted map[domain.ID]bool) Record {
	if r.Actor.Kind == ByUser && deleted[r.Actor.ID] {
		r.Actor.Name = people.DeletedUserName
	}
	if deleted[r.namedTarget()] {
		r.Target.Name = people.DeletedUserName
	}
	return r
}

// namedTarget is the user whose name or address is that of the target; "" for none. An
// invitation shows the address of the user who answered it.
func (r Record) namedTarget() domain.ID {
	switch {
	case r.Target.Kind == KindMember || r.Target.Kind == KindProjectMember:
		return r.Target.ID
	case r.Action == InvitationAccepted || r.Action == InvitationDeclined:
		return r.Actor.User()
	}
	return ""
}

type originKey struct{}

// WithOrigin is the context of a request that comes from there. The route sets it once, after
// authentication. The store takes it in the transaction of the change.
func WithOrigin(ctx context.Context, from Origin) context.Context {
	return context.WithValue(ctx, originKey{}, from)
}

// OriginFrom is the origin of the request. The zero value, without one, is the service itself.
func OriginFrom(ctx context.Context) Origin {
	from, _ := ctx.Value(originKey{}).(Origin)
	return from
}
