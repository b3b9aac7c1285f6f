package timers

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/tracking"
	"stint/shared/wire"
)

type startInput struct {
	Body struct {
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
	StoppedEntry *tracking.EntryAnswer `json:"stopped_entry"` // the timer that was running before, now stopped; null if none ran
}

func (f *Family) start(ctx context.Context, c *route.Call[startInput]) (startAnswer, error) {
	in, issues, err := c.Read()
	if err != nil {
		return startAnswer{}, err
	}
	body := in.Body.Edit()
	body.StartedAt = wire.Change[domain.Instant]{Value: in.Body.StartedAt.Or(c.Now), Set: true}
	body.IsBillable = wire.Change[bool](in.Body.IsBillable)
	plan, err := tracking.PlanRow(ctx, f.store, c.Request, tracking.Row{Owner: c.User.ID, ID: domain.NewID(), Body: body}, issues)
	if err != nil {
		return startAnswer{}, err
	}
	stopped, err := plan.Switch()
	if err != nil {
		return startAnswer{}, err
	}
	answer := startAnswer{EntryAnswer: plan.Show()}
	if stopped != nil {
		shown := plan.Viewer().Show(*stopped, c.Now)
		answer.StoppedEntry = &shown
	}
	return answer, f.store.StartTimer(ctx, c.WorkspaceID(), store.TimerStart{
		Timer: plan.Entry(), Running: c.Timer, Stopped: stopped, FirstUses: plan.FirstUses(), Remember: c.Remember(answer),
	})
}
