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

type startInput struct {
	Body struct {
		Description wire.Optional[domain.Text]    `json:"description" maxLength:"5000"`
		StartedAt   wire.Optional[domain.Instant] `json:"startedAt"`
		IsBillable  wire.Optional[bool]           `json:"isBillable"`
	}
}

// startAnswer is the new timer, with the entry that the running one became.
type startAnswer struct {
	tracking.Entry
	StoppedEntry *tracking.Entry `json:"stopped_entry"` // null: none ran
}

func (f *Family) start(ctx context.Context, c *route.Call[startInput]) (startAnswer, error) {
	in, issues, err := c.Read()
	if err != nil {
		return startAnswer{}, err
	}
	timer := newTimer(c.Request, in, issues)
	if err := issues.Err(); err != nil {
		return startAnswer{}, err
	}
	stopped, err := switched(c.Timer, timer, c.Now)
	if err != nil {
		return startAnswer{}, err
	}
	answer := startAnswer{Entry: tracking.Answer(c.Caller, timer, c.Now)}
	if stopped != nil {
		shown := tracking.Answer(c.Caller, *stopped, c.Now)
		answer.StoppedEntry = &shown
	}
	err = f.store.StartTimer(ctx, c.WorkspaceID(), store.Start{
		Timer: timer, Running: c.Timer, Stopped: stopped, Remember: c.Remember(answer),
	})
	return answer, err
}

func newTimer(r *route.Request, in startInput, issues *wire.Issues) domain.Entry {
	body := in.Body
	start := body.StartedAt.Or(r.Now)
	switch {
	case start.Before(domain.EarliestStart.Time):
		issues.Add("startedAt", problem.MinValue)
	case domain.TooFarAhead(start, r.Now):
		issues.Add("startedAt", problem.InFuture)
	}
	return domain.Entry{
		ID: domain.NewID(), UserID: r.User.ID, Description: body.Description.Value, StartedAt: start,
		IsBillable: body.IsBillable.Or(r.Billing.DefaultIsBillable),
		Currency:   r.Billing.Currency, RateSource: domain.RateNone,
		CreatedAt: r.Now, UpdatedAt: r.Now, Version: 1,
	}
}

// switched is the entry that the running timer becomes when the next one
// starts; nil when none runs.
func switched(running *domain.Entry, next domain.Entry, now domain.Instant) (*domain.Entry, error) {
	if running == nil {
		return nil, nil
	}
	stopped, err := running.SwitchTo(next, now)
	return &stopped, err
}
