package sso

import (
	"context"
	"time"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/oauth"
	"stint/shared/oidc"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store/peopledb"
)

// clockLeeway is how far the provider's clock may be behind.
const clockLeeway = time.Minute

var errNoLogin = problem.Conflict(problem.LoginMissing,
	"The account has no login at the provider. Prove who you are with the password.")

// checkStart decides whether the caller may start the flow: to sign in, without a session; to link the login to the
// account of their session, if it is fresh; or to prove again who they are, if the account has a login. Errors:
// unauthorized; forbidden with reauthentication_required; conflict without a login at the provider.
func (f *Family) checkStart(caller auth.Caller, reauthenticates bool, now domain.Instant) error {
	if caller.Session == nil {
		if reauthenticates {
			return problem.New(problem.CodeUnauthorized)
		}
		return nil
	}
	if !reauthenticates {
		return auth.RequireFresh(caller, f.config.FreshFor, now)
	}
	if _, linked := caller.User.FindLogin(people.ProviderExternal); !linked {
		return errNoLogin
	}
	return nil
}

// reauthenticate makes the session fresh that started the flow. The user at the
// provider must be the one who is linked to its account, and must have signed in there
// since the flow was started. Errors: pkce_state_not_found when the session has ended
// or another user is signed in to the browser; external_oauth_error.
func (f *Family) reauthenticate(ctx context.Context, r *route.Request, state people.OAuthState,
	identity oidc.Identity) (signInResponse, error) {
	signedIn, err := f.loadInitiator(ctx, r, state)
	if err != nil {
		return signInResponse{}, err
	}
	if err := checkIdentity(signedIn.User, state, identity); err != nil {
		return signInResponse{}, f.logAndWrap(ctx, err)
	}
	proof := peopledb.SessionProof{Was: signedIn.Session, Now: signedIn.Session.ProvedNow(people.BySSO, r.Now)}
	if proof.Now.Provider, err = f.accounts.ProviderGrant(ctx, signedIn.User.ID, identity.RefreshToken(),
		r.Now); err != nil {
		return signInResponse{}, err
	}
	signedIn.Session = proof.Now
	if err := f.store.ProveSession(ctx, proof); problem.Is(err, problem.CodeConflict) {
		return signInResponse{}, oauth.ErrStateNotFound
	} else if err != nil {
		return signInResponse{}, err
	}
	return f.continueSession(ctx, r, state, signedIn)
}

// checkIdentity checks that an identity is the user's, and that its sign-in at the
// provider is not older than the flow. Errors: *oauth.Failure.
func checkIdentity(u people.User, state people.OAuthState, identity oidc.Identity) error {
	login, linked := u.FindLogin(people.ProviderExternal)
	if !linked || login.Subject != identity.Subject {
		return &oauth.Failure{Step: "reauthentication", Reason: "another user signed in at the provider"}
	}
	return checkAuthTime(state, identity)
}

// checkAuthTime checks that the sign-in at the provider is not older than the flow. A provider that does not say when
// the user signed in was asked for a new sign-in and is believed. Errors: *oauth.Failure.
func checkAuthTime(state people.OAuthState, identity oidc.Identity) error {
	if at := identity.AuthTime; !at.IsZero() && at.Before(state.StartedAt().Add(-clockLeeway)) {
		return &oauth.Failure{Step: "reauthentication", Reason: "the sign-in at the provider is older than the flow"}
	}
	return nil
}
