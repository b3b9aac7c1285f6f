package entries

import (
	"context"

	"stint/shared/route"
	"stint/shared/tracking"
)

func (f *Family) remove(ctx context.Context, c *route.Call[ownerQuery], entry tracking.FoundEntry) (route.Deleted, error) {
	if _, err := c.ReadValid(); err != nil {
		return route.Deleted{}, err
	}
	return tracking.Delete(ctx, f.store, c.Request, entry.Entry)
}
