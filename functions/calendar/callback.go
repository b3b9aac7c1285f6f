package calendar

import (
	"context"
	"errors"
	"math/rand/v2"

	"stint/shared/domain"
	"stint/shared/gcal"
	"stint/shared/oauth"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/vault"
	"stint/shared/wire"
)

// callbackInput is what a provider sends people back with (RFC 6749, section
// 4.1.2). What is wrong with a parameter makes it as good as absent.
type callbackInput struct {
	Code  wire.Optional[string] `query:"code"`
	State wire.Optional[string] `query:"state"`
	Error wire.Optional[string] `query:"error" doc:"why the provider refused"`
}

var errStateNotFound = problem.New(problem.CodePKCEStateNotFound)

// callback finishes a visit to the provider. The state is used up before
// anything else, whatever the provider sends along with it.
func (f *Family) callback(ctx context.Context, c *route.Call[callbackInput], provider *gcal.Client) (route.OrRedirect[connectionAnswer], error) {
	var answer route.OrRedirect[connectionAnswer]
	in, _, err := c.Read()
	if err != nil {
		return answer, err
	}
	attempt := oauth.ResumeAttempt(f.config.MasterSecret, in.State.Value)
	state, err := f.useState(ctx, c.Request, attempt)
	if err != nil {
		return answer, err
	}
	providerCtx, cancel := context.WithTimeout(ctx, oauth.RequestTimeout)
	defer cancel()
	connection, err := f.completeConnection(providerCtx, provider, in, attempt, domain.CalendarConnection{
		UserID: state.UserID, Provider: domain.ProviderExternal, Status: domain.CalendarActive, ConnectedAt: c.Now,
		// Not one that a connection before it had: who has read that one must
		// not take this one for it.
		Version: rand.Int64N(1 << 62),
	})
	if err != nil {
		return answer, f.logAndWrap(ctx, err)
	}
	if err := f.store.ConnectCalendar(ctx, connection); err != nil {
		return answer, err
	}
	answer.Answer = toConnection(connection)
	if c.AcceptsHTML() {
		answer.To = f.config.PublicPath() + connectedPath
	}
	return answer, nil
}

// useState uses the state up: in the browser that began the visit, or for its
// person, who must still be signed in there. Errors: pkce_state_not_found;
// unauthorized for an access token that is none.
func (f *Family) useState(ctx context.Context, r *route.Request, a oauth.Attempt) (domain.OAuthState, error) {
	caller, err := f.authenticator.AuthenticateOptional(ctx, r.Authorization())
	if err != nil {
		return domain.OAuthState{}, err
	}
	browser, digest := r.Cookie(oauth.BrowserCookie), a.Digest()
	var state domain.OAuthState
	var ok bool
	switch {
	case digest == "":
	case caller.User.ID != "":
		state, ok, err = f.store.UseOAuthStateOfUser(ctx, domain.OAuthCalendar, digest, caller.User.ID)
	case browser != "":
		state, ok, err = f.store.UseOAuthState(ctx, domain.OAuthCalendar, digest, oauth.BrowserID(browser).Digest())
	}
	if err != nil || !ok {
		return state, orStateNotFound(err)
	}
	identity, err := f.store.Identity(ctx, domain.IdentityQuery{UserID: state.UserID, SessionID: state.SessionID})
	if err != nil || !identity.HasValidSession(r.Now) {
		return state, orStateNotFound(err)
	}
	return state, nil
}

func orStateNotFound(err error) error {
	if err == nil {
		return errStateNotFound
	}
	return err
}

// completeConnection makes the connection complete: with its tokens, and whose it is.
func (f *Family) completeConnection(ctx context.Context, provider *gcal.Client, in callbackInput, a oauth.Attempt, c domain.CalendarConnection) (domain.CalendarConnection, error) {
	if err := oauth.CheckCallback(in.Code.Value, in.Error.Set, in.Error.Value); err != nil {
		return c, err
	}
	grant, err := provider.Redeem(ctx, in.Code.Value, a)
	if err != nil {
		return c, err
	}
	c.Account, err = provider.AccountName(ctx, grant.AccessToken)
	if gcal.Is(err, gcal.Revoked) || gcal.Is(err, gcal.Forbidden) {
		return c, &oauth.Failure{Step: "consent", Reason: "not to reading the calendar"}
	}
	if err != nil {
		return c, err
	}
	c, err = f.sealTokens(ctx, c, grant)
	if errors.Is(err, vault.ErrTooLong) {
		return c, &oauth.Failure{Step: "tokens", Reason: "one that is too long"}
	}
	return c, err
}
