package answers

import (
	"stint/shared/domain"
	"stint/shared/domain/audit"
)

// AuditEvent is one change of the workspace that the audit log records.
type AuditEvent struct {
	ID     domain.ID      `json:"id"`
	At     domain.Instant `json:"at"`     // When it happened.
	Actor  AuditActor     `json:"actor"`  // Who did it.
	Via    *AuditVia      `json:"via"`    // the app through which the user did it; null without one
	Action audit.Action   `json:"action"` // what happened
	Target AuditTarget    `json:"target"` // What was changed.
	// the properties that changed: the value before and the value after
	Changes map[string][]any `json:"changes"`
	// address that the request came from; null for the service itself
	IP            *string `json:"ip"`
	UserAgent     *string `json:"user_agent"`     // as the client sent it; null if it sent none
	CorrelationID *string `json:"correlation_id"` // of the request; null for the service itself
}

// AuditActor is who acted, with their name at that time.
type AuditActor struct {
	ID     *domain.ID      `json:"id"` // of the user or the API key; null for a client and the service itself
	Name   domain.Name     `json:"name"`
	Kind   audit.ActorKind `json:"kind"`             // user, api_key, client or system
	UserID domain.ID       `json:"user_id,omitzero"` // owner of the API key; only there for api_key
}

// AuditVia is an app that acted for a user.
type AuditVia struct {
	ClientID string      `json:"client_id"` // The client id of the app.
	Name     domain.Name `json:"name"`      // as it was when the user allowed it
}

// viaOf shows the app of a record; nil without one.
func viaOf(v *audit.Via) *AuditVia {
	if v == nil {
		return nil
	}
	return &AuditVia{v.ClientID, v.Name}
}

// AuditTarget is what was changed, with its name at that time, without those of deleted accounts.
type AuditTarget struct {
	Kind audit.TargetKind `json:"kind"` // what the id is the id of
	ID   *domain.ID       `json:"id"`   // null for what has no id
	Name *domain.Name     `json:"name"` // null for what has no name
	// whose it is; only there for an entry, a submission, an API key and an app
	UserID    domain.ID `json:"user_id,omitzero"`
	ProjectID domain.ID `json:"project_id,omitzero"` // only there for a project member
}

// OfAuditEvent shows the first event of a record.
func OfAuditEvent(r audit.Record) AuditEvent {
	answer := AuditEvent{
		ID: r.ID, At: r.At, Action: r.Action, Via: viaOf(r.Via), Changes: make(map[string][]any, len(r.Changes)),
		Actor: AuditActor{ID: r.Actor.ID.OrNull(), Name: r.Actor.Name, Kind: r.Actor.Kind, UserID: r.Actor.UserID},
		Target: AuditTarget{
			Kind: r.Target.Kind, ID: r.Target.ID.OrNull(), Name: domain.OrNull(r.Target.Name), UserID: r.Target.UserID,
			ProjectID: r.Target.ProjectID,
		},
		IP: domain.OrNull(r.IP), UserAgent: domain.OrNull(r.UserAgent), CorrelationID: domain.OrNull(r.CorrelationID),
	}
	for property, change := range r.Changes {
		answer.Changes[property] = change[:]
	}
	return answer
}
