package entries

import (
	"context"

	"stint/shared/route"
	"stint/shared/tracking"
)

type editInput struct {
	ownerQuery
	Body tracking.EditBody
}

func (f *Family) edit(ctx context.Context, c *route.Call[editInput], entry tracking.FoundEntry) (tracking.EntryAnswer, error) {
	in, issues, err := c.Read()
	if err != nil {
		return tracking.EntryAnswer{}, err
	}
	return tracking.WriteRow(ctx, f.store, c.Request, tracking.ChangeOf(entry.Entry, in.Body), issues)
}
