package sso

import (
	"context"

	"stint/shared/accounts"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/oauth"
	"stint/shared/oidc"
	"stint/shared/problem"
	"stint/shared/route"
)

// linkLogin links the external login to the account that started the flow, and keeps
// the session of that account. Errors: pkce_state_not_found when the session has
// ended or another user is signed in to the browser; conflict for a login of
// another account.
func (f *Family) linkLogin(ctx context.Context, r *route.Request, state people.OAuthState,
	identity oidc.Identity) (signInResponse, error) {
	signedIn, err := f.loadInitiator(ctx, r, state)
	if err != nil {
		return signInResponse{}, err
	}
	if signedIn.User, err = f.addLogin(ctx, r.Now, signedIn, identity.Subject); err != nil {
		return signInResponse{}, err
	}
	return f.continueSession(ctx, r, state, signedIn)
}

// loadInitiator reads the user who started the flow, with their session. Errors:
// pkce_state_not_found when the session has ended or the request comes with the
// credential of another user; forbidden with email_not_verified.
func (f *Family) loadInitiator(ctx context.Context, r *route.Request,
	state people.OAuthState) (accounts.SignedIn, error) {
	t, ok, err := f.refreshTokens.Decode(ctx, r.Cookie(accounts.RefreshCookie))
	if err != nil {
		return accounts.SignedIn{}, err
	}
	if ok && t.UserID != state.UserID {
		return accounts.SignedIn{}, oauth.ErrStateNotFound
	}
	caller, err := f.authenticator.AuthenticateOptional(ctx, r.Authorization())
	if err != nil {
		return accounts.SignedIn{}, err
	}
	if caller.User.ID != "" && caller.User.ID != state.UserID {
		return accounts.SignedIn{}, oauth.ErrStateNotFound
	}
	identity, err := f.store.Identity(ctx, people.IdentityQuery{UserID: state.UserID, SessionID: state.SessionID})
	if err != nil {
		return accounts.SignedIn{}, err
	}
	if !identity.HasValidSession(r.Now) {
		return accounts.SignedIn{}, oauth.ErrStateNotFound
	}
	if err := r.RequireProvenEmail(*identity.User); err != nil {
		return accounts.SignedIn{}, err
	}
	return accounts.SignedIn{User: *identity.User, Session: *identity.Session}, nil
}

// maxLinkTries limits how often linking is tried when the account changes
// concurrently.
const maxLinkTries = 3

// addLogin links the subject to the user. It changes nothing when the subject is
// linked already. Errors: pkce_state_not_found when the session ended concurrently;
// conflict.
func (f *Family) addLogin(ctx context.Context, now domain.Instant, signedIn accounts.SignedIn,
	subject string) (people.User, error) {
	u := signedIn.User
	login := people.ExternalLogin{Provider: people.ProviderExternal, Subject: subject, LinkedAt: now}
	var err error
	for range maxLinkTries {
		if current, ok := u.FindLogin(login.Provider); ok && current.Subject == subject {
			return u, nil
		} else if ok {
			return u, accounts.ErrAccountHasOtherLogin
		}
		var updated people.User
		if updated, err = f.store.LinkLogin(ctx, u, login); !problem.Is(err, problem.CodeConflict) {
			return updated, err
		}
		owner, known, err := f.store.UserByExternalLogin(ctx, login.Provider, subject)
		if err != nil {
			return u, err
		}
		if known && owner.ID != u.ID {
			return u, accounts.ErrLoginOfOtherAccount
		}
		identity, err := f.store.Identity(ctx, people.IdentityQuery{UserID: u.ID, SessionID: signedIn.Session.ID})
		if err != nil {
			return u, err
		}
		if !identity.HasValidSession(now) {
			return u, oauth.ErrStateNotFound // a proof of the address or a new password ended it
		}
		u = *identity.User
	}
	return u, err
}
