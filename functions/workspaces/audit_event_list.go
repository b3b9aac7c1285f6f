package workspaces

import (
	"context"

	"stint/shared/answers"
	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/timelog"
	"stint/shared/paging"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

type listAuditEventsInput struct {
	paging.Query
	From wire.Optional[domain.Instant] `query:"from"` // Events at this moment or later.
	To   wire.Optional[domain.Instant] `query:"to"`   // Events before this moment.
	// Events by this user, also through their API keys, or by this API key.
	ActorID wire.Optional[domain.ID]    `query:"actor_id"`
	Action  wire.Optional[audit.Action] `query:"action"` // Events with this action.
}

func (f *Family) listAuditEvents(ctx context.Context,
	c *route.Call[listAuditEventsInput]) (route.List[answers.AuditEvent], error) {
	in, issues, err := c.Read()
	if err != nil {
		return route.List[answers.AuditEvent]{}, err
	}
	if in.From.Set && in.To.Set && issues.IsClean("from") && issues.IsClean("to") &&
		!in.From.Value.Before(in.To.Value.Time) {
		issues.Add("to", problem.RangeInvalid)
	}
	if err := issues.Err(); err != nil {
		return route.List[answers.AuditEvent]{}, err
	}
	span := timelog.Span{From: in.From.Pointer(), To: in.To.Pointer()}
	page, err := f.store.AuditEvents(ctx, *c.Workspace, span, in.Page(c.Request), in.matches())
	if err != nil {
		return route.List[answers.AuditEvent]{}, err
	}
	var named []domain.ID
	for _, r := range page.Items {
		named = append(named, r.NamedUsers()...)
	}
	deleted, err := f.store.DeletedUsers(ctx, named...)
	return paging.ToList(page, err, func(r audit.Record) answers.AuditEvent {
		return answers.OfAuditEvent(r.WithoutNames(deleted))
	})
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
