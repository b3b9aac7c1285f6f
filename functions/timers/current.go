package timers

import (
	"context"

	"stint/shared/route"
	"stint/shared/tracking"
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
