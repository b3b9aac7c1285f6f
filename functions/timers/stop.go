package timers

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/tracking"
	"stint/shared/wire"
)

type stopInput struct {
	Body struct {
		StoppedAt wire.Optional[domain.Instant] `json:"stoppedAt"`
	}
}

// timer finds the caller's own running timer by the id in the path.
func (f *Family) timer(_ context.Context, r *route.Request) (domain.Entry, error) {
	if r.Timer == nil || r.Timer.ID != r.ID("id") {
		return domain.Entry{}, problem.Missing()
	}
	return *r.Timer, nil
}

func (f *Family) stop(ctx context.Context, c *route.Call[stopInput], running domain.Entry) (tracking.Entry, error) {
	in, issues, err := c.Read()
	if err != nil {
		return tracking.Entry{}, err
	}
	at := in.Body.StoppedAt.Or(c.Now)
	stopped, code := running.Stop(at, c.Now)
	switch {
	case domain.TooFarAhead(at, c.Now):
		issues.Add("stoppedAt", problem.InFuture)
	case code != "":
		issues.Add("stoppedAt", code)
	}
	if err := issues.Err(); err != nil {
		return tracking.Entry{}, err
	}
	return tracking.Answer(c.Caller, stopped, c.Now), f.store.StopTimer(ctx, c.WorkspaceID(), running, stopped)
}
