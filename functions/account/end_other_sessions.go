package account

import (
	"context"

	"stint/shared/route"
)

// endOtherSessions signs the user out everywhere but in the session of the request.
func (f *Family) endOtherSessions(ctx context.Context, c *route.Call[route.NoInput]) (route.Done, error) {
	return route.OK, f.store.EndOtherSessions(ctx, c.User, *c.Session)
}
