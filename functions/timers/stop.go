package timers

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/tracking"
	"stint/shared/wire"
)

type stopInput struct {
	UserID wire.Optional[domain.ID] `query:"user_id"` // Whose timer it is.
	DryRun wire.Optional[bool]      `query:"dryRun"`  // True checks everything and writes nothing. Default false.
	Body   stopBody
}

type stopBody struct {
	StoppedAt wire.Optional[domain.Instant] `json:"stoppedAt"` // Now, if not given.
}

func (f *Family) stop(ctx context.Context, c *route.Call[stopInput],
	timer tracking.FoundEntry) (tracking.EntryAnswer, error) {
	in, issues, err := c.Read()
	if err != nil {
		return tracking.EntryAnswer{}, err
	}
	at := in.Body.StoppedAt
	if !timer.Running() {
		return f.stopAgain(ctx, c.Request, timer.Entry, at, issues)
	}
	return f.stopRunning(ctx, c.Request, timer.Entry, at, issues)
}

// stopRunning stops a running timer at a time, or now.
func (f *Family) stopRunning(ctx context.Context, r *route.Request, timer timelog.Entry,
	at wire.Optional[domain.Instant], issues *wire.Issues) (tracking.EntryAnswer, error) {
	body := tracking.EditBody{StoppedAt: wire.Change[domain.Instant]{Value: at.Or(r.Now), Set: true}}
	return tracking.WriteRow(ctx, f.store, r, tracking.ChangeOf(timer, body), issues)
}

// stopAgain shows a timer that was stopped before. Errors: validation; conflict
// when the caller names another time than that of the stop.
func (f *Family) stopAgain(ctx context.Context, r *route.Request, stopped timelog.Entry,
	at wire.Optional[domain.Instant], issues *wire.Issues) (tracking.EntryAnswer, error) {
	viewer, err := tracking.LoadViewer(ctx, f.store, r.Caller, stopped)
	if err != nil {
		return tracking.EntryAnswer{}, err
	}
	if at.Set && issues.IsClean("stoppedAt") {
		again := stopped
		again.StoppedAt = &at.Value
		if code := again.CheckStop(r.Now); code != "" {
			issues.Add("stoppedAt", code)
		}
	}
	if err := issues.Err(); err != nil {
		return tracking.EntryAnswer{}, err
	}
	if at.Set && !at.Value.Equal(stopped.StoppedAt.Time) {
		return tracking.EntryAnswer{}, problem.Conflict(problem.TimerChanged, "The timer was stopped at another time.")
	}
	return viewer.Show(stopped, r.Now), nil
}

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
