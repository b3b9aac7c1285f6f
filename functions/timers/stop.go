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

func (f *Family) stop(ctx context.Context, c *route.Call[stopInput], timer tracking.FoundEntry) (tracking.EntryAnswer, error) {
	in, issues, err := c.Read()
	if err != nil {
		return tracking.EntryAnswer{}, err
	}
	refs := tracking.RefsToShow(c.Caller, timer.Entry)
	if timer.Running() {
		refs = refs.Merge(tracking.RefsToSnapshot(c.Caller, timer.Entry))
	}
	resolved, err := tracking.Resolve(ctx, f.store, c.Caller, refs)
	if err != nil {
		return tracking.EntryAnswer{}, err
	}
	requested := in.Body.StoppedAt
	stopped := timer.Entry
	if timer.Running() || requested.Set {
		at := requested.Or(c.Now)
		stopped.StoppedAt = &at
		tracking.CheckTimes(stopped, tracking.TimesSet{Stop: true}, "", c.Now, issues)
	}
	if err := issues.Err(); err != nil {
		return tracking.EntryAnswer{}, err
	}
	if !timer.Running() {
		return resolved.Viewer().Show(timer.Entry, c.Now), checkSameStop(timer.Entry, stopped)
	}
	stopped = resolved.Snapshot(stopped).MarkChanged(c.Now)
	return resolved.Viewer().Show(stopped, c.Now), f.store.StopTimer(ctx, c.WorkspaceID(), store.TimerStop{Running: timer.Entry, Stopped: stopped})
}

// checkSameStop lets a timer be stopped again, but not at another time.
// Errors: conflict.
func checkSameStop(current, requested domain.Entry) error {
	if current.StoppedAt.Equal(requested.StoppedAt.Time) {
		return nil
	}
	return problem.Conflict("The timer was stopped at another time.")
}
