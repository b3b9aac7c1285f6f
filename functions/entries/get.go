package entries

import (
	"context"

	"stint/shared/route"
	"stint/shared/tracking"
)

func (f *Family) get(ctx context.Context, c *route.Call[ownerQuery], entry tracking.FoundEntry) (tracking.EntryAnswer, error) {
	if _, err := c.ReadValid(); err != nil {
		return tracking.EntryAnswer{}, err
	}
	viewer, err := tracking.LoadViewer(ctx, f.store, c.Caller, entry.Entry)
	return viewer.Show(entry.Entry, c.Now), err
}
