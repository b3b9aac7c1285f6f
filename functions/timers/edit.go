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
var errStopped = problem.Clash("The timer was stopped. Change its entry instead.")

type editInput struct {
	UserID wire.Optional[domain.ID] `query:"user_id" doc:"Whose timer it is."`
	Body   tracking.RatedBody
}

func (f *Family) edit(ctx context.Context, c *route.Call[editInput], timer tracking.Tracked) (tracking.Entry, error) {
	in, issues, err := c.Read()
	if err != nil {
		return tracking.Entry{}, err
	}
	if timer.Running() {
		return tracking.Edit(ctx, f.store, c.Request, timer.Entry, in.Body, issues)
	}
	if err := issues.Err(); err != nil {
		return tracking.Entry{}, err
	}
	return tracking.Entry{}, errStopped
}

type discardInput struct {
	UserID wire.Optional[domain.ID] `query:"user_id" doc:"Whose timer it is."`
}

func (f *Family) discard(ctx context.Context, c *route.Call[discardInput], timer tracking.Tracked) (route.Deleted, error) {
	if _, err := c.Valid(); err != nil {
		return route.Deleted{}, err
	}
	if !timer.Running() {
		return route.Deleted{}, errStopped
	}
	return tracking.Delete(ctx, f.store, c.Request, timer.Entry)
}
