package timers

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/tracking"
	"stint/shared/wire"
)

// currentAnswer is the running timer of the caller.
//
//openapi:schema CurrentTimer
type currentAnswer struct {
	Timer *tracking.EntryAnswer `json:"timer"` // the running timer; null if none runs
}

func (f *Family) current(ctx context.Context, c *route.Call[route.NoInput]) (currentAnswer, error) {
	if c.Timer == nil {
		return currentAnswer{}, nil
	}
	viewer, err := tracking.LoadViewer(ctx, f.store, c.Caller, *c.Timer)
	if err != nil {
		return currentAnswer{}, err
	}
	timer := viewer.Show(*c.Timer, c.Now)
	return currentAnswer{Timer: &timer}, nil
}

type editInput struct {
	UserID wire.Optional[domain.ID] `query:"user_id"` // Whose timer it is.
	Body   tracking.EditBody
}

func (f *Family) edit(ctx context.Context, c *route.Call[editInput],
	timer tracking.FoundEntry) (tracking.EntryAnswer, error) {
	in, issues, err := c.Read()
	if err != nil {
		return tracking.EntryAnswer{}, err
	}
	if timer.Running() {
		return tracking.WriteRow(ctx, f.store, c.Request, tracking.ChangeOf(timer.Entry, in.Body), issues)
	}
	if err := issues.Err(); err != nil {
		return tracking.EntryAnswer{}, err
	}
	return tracking.EntryAnswer{}, errStopped
}

type discardInput struct {
	UserID wire.Optional[domain.ID] `query:"user_id"` // Whose timer it is.
}

func (f *Family) discard(ctx context.Context, r *route.Request, _ discardInput,
	timer tracking.FoundEntry) (route.Deleted, error) {
	if !timer.Running() {
		return route.Deleted{}, errStopped
	}
	return tracking.Delete(ctx, f.store, r, timer.Entry)
}
