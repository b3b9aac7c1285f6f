package timers

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/store/timedb"
	"stint/shared/tracking"
	"stint/shared/wire"
)

type startInput struct {
	DryRun wire.Optional[bool] `query:"dryRun"` // True checks everything and writes nothing. Default false.
	Body   struct {
		tracking.NewBody
		StartedAt wire.Optional[domain.Instant] `json:"startedAt"` // Now, if not given.
		// The project's default, if not given, else the workspace's.
		IsBillable wire.Optional[bool] `json:"isBillable"`
	}
}

// startAnswer is the new timer, with the entry that the running one became.
//
//openapi:schema Timer
type startAnswer struct {
	tracking.EntryAnswer
	// the timer that was running before, now stopped; null if none ran
	StoppedEntry *tracking.EntryAnswer `json:"stopped_entry"`
}

func (f *Family) start(ctx context.Context, c *route.Call[startInput]) (startAnswer, error) {
	in, issues, err := c.Read()
	if err != nil {
		return startAnswer{}, err
	}
	row := in.Body.NewRow(c.User.ID, in.Body.StartedAt.Or(c.Now), in.Body.IsBillable)
	plan, err := tracking.PlanRow(ctx, f.store, c.Request, row, issues)
	if err != nil {
		return startAnswer{}, err
	}
	stop, err := plan.Switch()
	if err != nil {
		return startAnswer{}, err
	}
	answer := startAnswer{EntryAnswer: *plan.Show()[0]}
	if stop != nil {
		stopped := plan.Viewer().Show(*stop.After, c.Now)
		answer.StoppedEntry = &stopped
	}
	startTimer := func(ctx context.Context, workspace domain.ID, x timedb.EntryWrite) error {
		return f.store.StartTimer(ctx, workspace, stop, x)
	}
	return answer, plan.Write(ctx, f.store, startTimer, c.Remember(answer))
}
