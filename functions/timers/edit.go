package timers

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/tracking"
	"stint/shared/wire"
)

type editInput struct {
	UserID wire.Optional[domain.ID] `query:"user_id" doc:"Whose timer it is."`
	Body   tracking.EditBody
}

func (f *Family) edit(ctx context.Context, c *route.Call[editInput], timer tracking.FoundEntry) (tracking.EntryAnswer, error) {
	in, issues, err := c.Read()
	if err != nil {
		return tracking.EntryAnswer{}, err
	}
	if timer.Running() {
		return tracking.WriteRow(ctx, f.store, c.Request, tracking.ChangeOf(timer.Entry, in.Body), issues)
	}
	if err := issues.Err(); err != nil {
		return tracking.EntryAnswer{}, err
	}
	return tracking.EntryAnswer{}, errStopped
}
