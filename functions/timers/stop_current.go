package timers

import (
	"context"

	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/tracking"
)

type stopCurrentInput struct {
	Body stopBody
}

// stopCurrent stops the caller's running timer. Errors: not_found when none runs.
func (f *Family) stopCurrent(ctx context.Context, c *route.Call[stopCurrentInput]) (tracking.EntryAnswer, error) {
	if c.Timer == nil {
		return tracking.EntryAnswer{}, problem.NotFound()
	}
	in, issues, err := c.Read()
	if err != nil {
		return tracking.EntryAnswer{}, err
	}
	return f.stopRunning(ctx, c.Request, *c.Timer, in.Body.StoppedAt, issues)
}
