package account

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
)

// errLastSignInMethod keeps users from locking themselves out.
var errLastSignInMethod = problem.Conflict(problem.LastLogin, "This is the only way to sign in to the account. Set a password first.")

// loadLogin finds the caller's login at the provider that the path names. Errors:
// not_found.
func (f *Family) loadLogin(_ context.Context, r *route.Request) (domain.ExternalLogin, error) {
	login, linked := r.User.FindLogin(r.PathValue("provider"))
	if !linked {
		return login, problem.NotFound()
	}
	return login, nil
}

func (f *Family) unlink(ctx context.Context, c *route.Call[route.NoInput], login domain.ExternalLogin) (route.Deleted, error) {
	if !c.User.RemoveLogin(login.Provider).CanSignIn() {
		return route.Deleted{}, errLastSignInMethod
	}
	return route.Deleted{ID: login.Provider, Deleted: true}, f.store.UnlinkLogin(ctx, c.User, login.Provider)
}
