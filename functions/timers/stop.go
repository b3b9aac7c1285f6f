package timers

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/tracking"
	"stint/shared/wire"
)

type stopInput struct {
	UserID wire.Optional[domain.ID] `query:"user_id" doc:"Whose timer it is."`
	Body   struct {
		StoppedAt wire.Optional[domain.Instant] `json:"stoppedAt" doc:"Now, if not given."`
	}
}

func (f *Family) stop(ctx context.Context, c *route.Call[stopInput], timer tracking.Tracked) (tracking.Entry, error) {
	in, issues, err := c.Read()
	if err != nil {
		return tracking.Entry{}, err
	}
	also := tracking.ToShow(c.Caller, timer.Entry)
	if timer.Running() {
		also = also.And(tracking.ToRate(c.Caller, timer.Entry))
	}
	x, err := tracking.Resolve(ctx, f.store, c.Caller, also)
	if err != nil {
		return tracking.Entry{}, err
	}
	asked := in.Body.StoppedAt
	stopped := timer.Entry
	if timer.Running() || asked.Set {
		at := asked.Or(c.Now)
		stopped.StoppedAt = &at
		tracking.CheckTimes(stopped, tracking.Times{Stop: true}, "", c.Now, issues)
	}
	if err := issues.Err(); err != nil {
		return tracking.Entry{}, err
	}
	if !timer.Running() {
		return x.Viewer().Show(timer.Entry, c.Now), stoppedBefore(timer.Entry, stopped)
	}
	stopped = x.Snapshot(stopped).Touched(c.Now)
	return x.Viewer().Show(stopped, c.Now), f.store.StopTimer(ctx, c.WorkspaceID(), store.Stop{Running: timer.Entry, Stopped: stopped})
}

// stoppedBefore lets a timer be stopped again, but not at another time.
// Errors: conflict.
func stoppedBefore(is, asked domain.Entry) error {
	if is.StoppedAt.Equal(asked.StoppedAt.Time) {
		return nil
	}
	return problem.Clash("The timer was stopped at another time.")
}
