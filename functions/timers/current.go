package timers

import (
	"context"

	"stint/shared/route"
	"stint/shared/tracking"
)

type currentAnswer struct {
	Timer *tracking.Entry `json:"timer"` // null: none runs
}

func (f *Family) current(_ context.Context, c *route.Call[route.None]) (currentAnswer, error) {
	if c.Timer == nil {
		return currentAnswer{}, nil
	}
	timer := tracking.Answer(c.Caller, *c.Timer, c.Now)
	return currentAnswer{Timer: &timer}, nil
}
