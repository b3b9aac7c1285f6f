package sso

import (
	"context"
	"errors"

	"stint/shared/accounts"
	"stint/shared/domain"
	"stint/shared/edge"
	"stint/shared/oauth"
	"stint/shared/oidc"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

// callbackInput is what a provider sends people back with (RFC 6749, section
// 4.1.2; RFC 9207). What is wrong with a parameter makes it as good as absent.
type callbackInput struct {
	Code  wire.Optional[string] `query:"code"`
	State wire.Optional[string] `query:"state"`
	Error wire.Optional[string] `query:"error" doc:"why the provider refused"`
	Iss   wire.Optional[string] `query:"iss" doc:"the provider's issuer"`
}

var errState = problem.New(problem.PKCEStateNotFound)

// callback finishes a visit to the provider. The state is used up before
// anything else, whatever the provider sends along with it.
func (f *Family) callback(ctx context.Context, c *route.Call[callbackInput], provider *oidc.Client) (arrival, error) {
	in, _, err := c.Read()
	if err != nil {
		return arrival{}, err
	}
	attempt := oauth.Resume(f.config.MasterSecret, in.State.Value)
	state, err := f.take(ctx, c.Request, attempt)
	if err != nil {
		return arrival{}, err
	}
	called, cancel := context.WithTimeout(ctx, oauth.Visit)
	defer cancel()
	who, err := redeem(called, provider, in, attempt)
	if err != nil {
		return arrival{}, f.failed(ctx, err)
	}
	if state.UserID != "" {
		return f.link(ctx, c.Request, state, who)
	}
	user, known, err := f.store.UserByLogin(ctx, domain.ProviderExternal, who.Subject)
	if err != nil {
		return arrival{}, err
	}
	if known {
		in, err := f.desk.Enter(ctx, c.Request, user)
		return f.arrive(ctx, c.Request, state, &in, err)
	}
	if who, err = provider.Complete(called, who); err != nil {
		return arrival{}, f.failed(ctx, err)
	}
	return f.introduce(ctx, c.Request, state, who)
}

// take uses the state up. Errors: pkce_state_not_found.
func (f *Family) take(ctx context.Context, r *route.Request, a oauth.Attempt) (domain.OAuthState, error) {
	browser, digest := r.Cookie(oauth.BrowserCookie), a.Digest()
	if browser == "" || digest == "" {
		return domain.OAuthState{}, errState
	}
	state, ok, err := f.store.TakeOAuth(ctx, domain.OAuthSignIn, digest, oauth.Browser(browser).Digest())
	if err == nil && !ok {
		err = errState
	}
	return state, err
}

// redeem asks the provider who came back.
func redeem(ctx context.Context, provider *oidc.Client, in callbackInput, a oauth.Attempt) (oidc.Identity, error) {
	if err := oauth.CheckReturn(in.Code.Value, in.Error.Set, in.Error.Value); err != nil {
		return oidc.Identity{}, err
	}
	return provider.Redeem(ctx, oidc.Return{Code: in.Code.Value, Issuer: in.Iss.Value}, a)
}

// introduce takes somebody in whose login is not known yet.
func (f *Family) introduce(ctx context.Context, r *route.Request, state domain.OAuthState, who oidc.Identity) (arrival, error) {
	stranger := accounts.Stranger{
		Provider: domain.ProviderExternal, Subject: who.Subject, EmailVerified: who.EmailVerified, Name: domain.Name(who.Name),
	}
	if code := stranger.Email.ParseText(who.Email); code != "" {
		return arrival{}, f.failed(ctx, &oauth.Failure{Step: "identity", Reason: "no address that could be one"})
	}
	in, err := f.desk.Introduce(ctx, r, stranger)
	if err == nil && in == nil {
		return f.pend(r, stranger.Email), nil
	}
	return f.arrive(ctx, r, state, in, err)
}

// failed tells the caller that the visit came to nothing, and the log why.
// What is no failure of the provider stays what it is.
func (f *Family) failed(ctx context.Context, err error) error {
	var failure *oauth.Failure
	if !errors.As(err, &failure) {
		return err
	}
	f.log.WarnContext(ctx, "single sign-on failed", "correlation_id", edge.NoteOf(ctx).CorrelationID, "step", failure.Step, "reason", failure.Reason)
	return problem.Wrap(problem.ExternalOAuthError, failure)
}
