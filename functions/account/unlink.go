package account

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
)

// errLastWayIn keeps people from locking themselves out.
var errLastWayIn = problem.Clash("This is the last way into the account. Set a password first.")

// link finds the caller's link to the provider that the path names.
func (f *Family) link(_ context.Context, r *route.Request) (domain.ExternalLogin, error) {
	login, linked := r.User.Login(r.Text("provider"))
	if !linked {
		return login, problem.Missing()
	}
	return login, nil
}

func (f *Family) unlink(ctx context.Context, c *route.Call[route.None], login domain.ExternalLogin) (route.Deleted, error) {
	user := c.User.Unlinked(login.Provider)
	if !user.HasWayIn() {
		return route.Deleted{}, errLastWayIn
	}
	return route.Deleted{ID: login.Provider, Deleted: true}, f.store.Unlink(ctx, user, login)
}
