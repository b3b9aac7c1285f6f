package timers

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/tracking"
	"stint/shared/wire"
)

type discardInput struct {
	UserID wire.Optional[domain.ID] `query:"user_id"` // Whose timer it is.
}

func (f *Family) discard(ctx context.Context, c *route.Call[discardInput], timer tracking.FoundEntry) (route.Deleted, error) {
	if _, err := c.ReadValid(); err != nil {
		return route.Deleted{}, err
	}
	if !timer.Running() {
		return route.Deleted{}, errStopped
	}
	return tracking.Delete(ctx, f.store, c.Request, timer.Entry)
}
