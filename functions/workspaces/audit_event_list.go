package workspaces

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/paging"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store/timedb"
	"stint/shared/wire"
)

// auditEvent is one change of the workspace that the audit log records.
type auditEvent struct {
	ID     domain.ID      `json:"id"`
	At     domain.Instant `json:"at"`     // When it happened.
	Actor  auditActor     `json:"actor"`  // Who did it.
	Action audit.Action   `json:"action"` // what happened
	Target auditTarget    `json:"target"` // What was changed.
	// the properties that changed: the value before and the value after
	Changes map[string][]any `json:"changes"`
	// address that the request came from; null for the service itself
	IP            *string `json:"ip"`
	UserAgent     *string `json:"user_agent"`     // as the client sent it; null if it sent none
	CorrelationID *string `json:"correlation_id"` // of the request; null for the service itself
}

// auditActor is who acted, with their name at that time.
type auditActor struct {
	ID     *domain.ID      `json:"id"` // of the user or the API key; null for a client and the service itself
	Name   domain.Name     `json:"name"`
	Kind   audit.ActorKind `json:"kind"`             // user, api_key, client or system
	UserID domain.ID       `json:"user_id,omitzero"` // owner of the API key; only there for api_key
}

// auditTarget is what was changed, with its name at that time, without those of deleted accounts.
type auditTarget struct {
	Kind audit.TargetKind `json:"kind"` // what the id is the id of
	ID   *domain.ID       `json:"id"`   // null for what has no id
	Name *domain.Name     `json:"name"` // null for what has no name
	// whose it is; only there for an entry, a submission and an API key
	UserID    domain.ID `json:"user_id,omitzero"`
	ProjectID domain.ID `json:"project_id,omitzero"` // only there for a project member
}

type listAuditEventsInput struct {
	paging.Query
	From wire.Optional[domain.Instant] `query:"from"` // Events at this moment or later.
	To   wire.Optional[domain.Instant] `query:"to"`   // Events before this moment.
	// Events by this user, also through their API keys, or by this API key.
	ActorID wire.Optional[domain.ID]    `query:"actor_id"`
	Action  wire.Optional[audit.Action] `query:"action"` // Events with this action.
}

func (f *Family) listAuditEvents(ctx context.Context,
	c *route.Call[listAuditEventsInput]) (route.List[auditEvent], error) {
	in, issues, err := c.Read()
	if err != nil {
		return route.List[auditEvent]{}, err
	}
	if in.From.Set && in.To.Set && issues.IsClean("from") && issues.IsClean("to") &&
		!in.From.Value.Before(in.To.Value.Time) {
		issues.Add("to", problem.RangeInvalid)
	}
	if err := issues.Err(); err != nil {
		return route.List[auditEvent]{}, err
	}
	span := timedb.Span{From: in.From.Pointer(), To: in.To.Pointer()}
	page, err := f.store.AuditEvents(ctx, c.WorkspaceID(), span, in.Page(c.Request), in.matches())
	if err != nil {
		return route.List[auditEvent]{}, err
	}
	var named []domain.ID
	for _, r := range page.Items {
		named = append(named, r.NamedUsers()...)
	}
	deleted, err := f.store.DeletedUsers(ctx, named...)
	return paging.ToList(page, err, func(r audit.Record) auditEvent { return toAuditEvent(r.WithoutNames(deleted)) })
}

// matches is the filter of the list; nil keeps all events.
func (in listAuditEventsInput) matches() func(audit.Record) bool {
	if !in.ActorID.Set && !in.Action.Set {
		return nil
	}
	return func(r audit.Record) bool {
		byActor := !in.ActorID.Set || r.Actor.ID == in.ActorID.Value || r.Actor.UserID == in.ActorID.Value
		return byActor && (!in.Action.Set || r.Action == in.Action.Value)
	}
}

func toAuditEvent(r audit.Record) auditEvent {
	answer := auditEvent{
		ID: r.ID, At: r.At, Action: r.Action, Changes: make(map[string][]any, len(r.Changes)),
		Actor: auditActor{ID: r.Actor.ID.OrNull(), Name: r.Actor.Name, Kind: r.Actor.Kind, UserID: r.Actor.UserID},
		Target: auditTarget{
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
