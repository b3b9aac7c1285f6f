package sso

import (
	"context"

	"stint/shared/accounts"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/oauth"
	"stint/shared/oidc"
	"stint/shared/route"
)

// callback finishes a flow. It uses the state before it looks at anything else, so
// that every flow has exactly one try.
func (f *Family) callback(ctx context.Context, c *route.Call[oauth.CallbackInput],
	provider *oidc.Client) (signInResponse, error) {
	in, err := c.ReadTolerant()
	if err != nil {
		return signInResponse{}, err
	}
	attempt, err := in.Attempt(ctx, f.secrets)
	if err != nil {
		return signInResponse{}, err
	}
	state, err := f.useState(ctx, c.Request, attempt)
	if err != nil {
		return signInResponse{}, err
	}
	answer, err := f.finish(ctx, c.Request, provider, in, attempt, state)
	if err != nil && f.isForPages(state) {
		return pageAfterFailure(state.ReturnTo, err)
	}
	return answer, err
}

// finish finishes the flow of a state, whatever it was started for.
func (f *Family) finish(ctx context.Context, r *route.Request, provider *oidc.Client, in oauth.CallbackInput,
	attempt oauth.Attempt, state people.OAuthState) (signInResponse, error) {
	providerCtx, cancel := context.WithTimeout(ctx, oauth.RequestTimeout)
	defer cancel()
	identity, err := redeemCode(providerCtx, provider, in, attempt)
	if err == nil {
		err = f.checkProof(state, identity)
	}
	switch {
	case err != nil:
		return signInResponse{}, f.logAndWrap(ctx, err)
	case state.Reauthenticates:
		return f.reauthenticate(ctx, r, state, identity)
	case state.UserID != "":
		return f.linkLogin(ctx, r, state, identity)
	}
	user, known, err := f.store.UserByExternalLogin(ctx, people.ProviderExternal, identity.Subject)
	if err != nil {
		return signInResponse{}, err
	}
	if known {
		signedIn, err := f.accounts.OpenSessionBySSO(ctx, r, user, f.entryOf(r, state, identity))
		return f.finishSignIn(r, state, &signedIn, err)
	}
	if identity, err = provider.CompleteEmail(providerCtx, identity); err != nil {
		return signInResponse{}, f.logAndWrap(ctx, err)
	}
	return f.signInExternal(ctx, r, state, identity)
}

// useState reads the state of this browser and marks it as used. Errors:
// pkce_state_not_found.
func (f *Family) useState(ctx context.Context, r *route.Request, a oauth.Attempt) (people.OAuthState, error) {
	browser, digest := r.Cookie(oauth.BrowserCookie), a.Digest()
	if browser == "" || digest == "" {
		return people.OAuthState{}, oauth.ErrStateNotFound
	}
	state, ok, err := f.store.UseOAuthState(ctx, people.OAuthSignIn, digest, oauth.BrowserID(browser).Digest())
	if err == nil && !ok {
		err = oauth.ErrStateNotFound
	}
	return state, err
}

// redeemCode exchanges the code for the identity of the user at the provider.
func redeemCode(ctx context.Context, provider *oidc.Client, in oauth.CallbackInput,
	a oauth.Attempt) (oidc.Identity, error) {
	if err := in.Check(); err != nil {
		return oidc.Identity{}, err
	}
	return provider.Redeem(ctx, oidc.Callback{Code: in.Code.Value, Issuer: in.Iss.Value}, a)
}

// signInExternal signs in a user whose external login is not linked yet.
func (f *Family) signInExternal(ctx context.Context, r *route.Request, state people.OAuthState,
	identity oidc.Identity) (signInResponse, error) {
	external := accounts.ExternalIdentity{
		Provider: people.ProviderExternal, Subject: identity.Subject, EmailVerified: identity.EmailVerified,
		Name: domain.Name(identity.Name), SSOEntry: f.entryOf(r, state, identity),
	}
	if code := external.Email.ParseText(identity.Email); code != "" {
		return signInResponse{}, f.logAndWrap(ctx, &oauth.Failure{Step: "identity", Reason: "no address that could be one"})
	}
	signedIn, err := f.accounts.SignInExternal(ctx, r, external)
	if err == nil && signedIn == nil {
		return f.requireVerification(r, external.Email), nil
	}
	return f.finishSignIn(r, state, signedIn, err)
}

// logAndWrap is oauth.LogFailure for single sign-on.
func (f *Family) logAndWrap(ctx context.Context, err error) error {
	return oauth.LogFailure(ctx, f.log, "single sign-on failed", err)
}
