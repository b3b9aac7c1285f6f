package timers

import (
	"context"

	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/tracking"
)

// loadCurrent finds the caller's running timer. Errors: not_found when none runs.
func (f *Family) loadCurrent(_ context.Context, r *route.Request) (tracking.FoundEntry, error) {
	if r.Timer == nil {
		return tracking.FoundEntry{}, problem.NotFound()
	}
	return tracking.FoundEntry{Entry: *r.Timer}, nil
}

type stopCurrentInput struct {
	Body stopBody
}

func (f *Family) stopCurrent(ctx context.Context, c *route.Call[stopCurrentInput], timer tracking.FoundEntry) (tracking.EntryAnswer, error) {
	in, issues, err := c.Read()
	if err != nil {
		return tracking.EntryAnswer{}, err
	}
	return f.stopRunning(ctx, c.Request, timer.Entry, in.Body.StoppedAt, issues)
}
