package account

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
)

// loadOwnSession finds the caller's session that the path names. Errors: not_found,
// also for one that has ended.
func (f *Family) loadOwnSession(ctx context.Context, r *route.Request) (domain.Session, error) {
	x, ok, err := f.store.Session(ctx, r.User.ID, r.ID("id"))
	if err == nil && !(ok && x.Valid(r.User, r.Now)) {
		err = problem.NotFound()
	}
	return x, err
}

func (f *Family) endSession(ctx context.Context, _ *route.Call[route.NoInput], x domain.Session) (route.Deleted, error) {
	return route.Deleted{ID: string(x.ID), Deleted: true}, f.store.EndSessions(ctx, x)
}
