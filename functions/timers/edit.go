package timers

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/tracking"
	"stint/shared/wire"
)

// errStopped is told to who edits or discards a timer that no longer runs.
var errStopped = problem.Conflict("The timer was stopped. Change its entry instead.")

type editInput struct {
	UserID wire.Optional[domain.ID] `query:"user_id" doc:"Whose timer it is."`
	Body   tracking.EditBodyWithRate
}

func (f *Family) edit(ctx context.Context, c *route.Call[editInput], timer tracking.FoundEntry) (tracking.EntryAnswer, error) {
	in, issues, err := c.Read()
	if err != nil {
		return tracking.EntryAnswer{}, err
	}
	if timer.Running() {
		return tracking.Edit(ctx, f.store, c.Request, timer.Entry, in.Body, issues)
	}
	if err := issues.Err(); err != nil {
		return tracking.EntryAnswer{}, err
	}
	return tracking.EntryAnswer{}, errStopped
}

type discardInput struct {
	UserID wire.Optional[domain.ID] `query:"user_id" doc:"Whose timer it is."`
}

func (f *Family) discard(ctx context.Context, c *route.Call[discardInput], timer tracking.FoundEntry) (route.Deleted, error) {
	if _, err := c.ReadValid(); err != nil {
		return route.Deleted{}, err
	}
	if !timer.Running() {
		return route.Deleted{}, errStopped
	}
	return tracking.Delete(ctx, f.store, c.Request, timer.Entry)
}
