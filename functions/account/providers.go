package account

import (
	"context"

	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/route"
)

// provider is a way to sign in.
//
//openapi:schema SignInProvider
type provider struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Kind    string `json:"kind"`    // how users sign in: password or oidc
	Enabled bool   `json:"enabled"` // Whether it can be used.
}

// providersAnswer lists the ways to sign in and says who may register.
//
//openapi:schema SignInOptions
type providersAnswer struct {
	route.List[provider]
	Registration string `json:"registration" enum:"open,invited"` // invited: an account needs an invitation
	// the mail domains that need no invitation; none is all
	RegistrationDomains []string `json:"registration_domains"`
}

func (f *Family) providers(_ context.Context, _ *route.Call[route.NoInput]) (providersAnswer, error) {
	answer := providersAnswer{
		List: route.List[provider]{Items: []provider{
			{ID: "password", Name: "E-mail and password", Kind: "password", Enabled: true},
			{ID: people.ProviderExternal, Name: "Single sign-on", Kind: "oidc", Enabled: f.config.OIDC.Enabled()},
		}},
		Registration: "open", RegistrationDomains: append([]string{}, f.config.RegistrationDomains...),
	}
	if f.config.InvitedOnly {
		answer.Registration = "invited"
	}
	return answer, nil
}

// errLastSignInMethod keeps users from locking themselves out.
var errLastSignInMethod = problem.Conflict(problem.LastLogin,
	"This is the only way to sign in to the account. Set a password first.")

// loadLogin finds the caller's login at the provider that the path names. Errors:
// not_found.
func (f *Family) loadLogin(_ context.Context, r *route.Request) (people.ExternalLogin, error) {
	login, linked := r.User.FindLogin(r.PathValue("provider"))
	if !linked {
		return login, problem.NotFound()
	}
	return login, nil
}

func (f *Family) unlink(ctx context.Context, c *route.Call[route.NoInput],
	login people.ExternalLogin) (route.Deleted, error) {
	if !c.User.RemoveLogin(login.Provider).CanSignIn() {
		return route.Deleted{}, errLastSignInMethod
	}
	return route.NewDeleted(login.Provider), f.store.UnlinkLogin(ctx, c.User, login.Provider)
}
