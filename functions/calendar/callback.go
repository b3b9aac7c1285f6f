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

var errState = problem.New(problem.PKCEStateNotFound)

// callback finishes a visit to the provider. The state is used up before
// anything else, whatever the provider sends along with it.
func (f *Family) callback(ctx context.Context, c *route.Call[callbackInput], provider *gcal.Client) (route.OrRedirect[connectionAnswer], error) {
	var answer route.OrRedirect[connectionAnswer]
	in, _, err := c.Read()
	if err != nil {
		return answer, err
	}
	attempt := oauth.Resume(f.config.MasterSecret, in.State.Value)
	state, err := f.take(ctx, c.Request, attempt)
	if err != nil {
		return answer, err
	}
	called, cancel := context.WithTimeout(ctx, oauth.Visit)
	defer cancel()
	made, err := f.redeem(called, provider, in, attempt, domain.CalendarConnection{
		UserID: state.UserID, Provider: domain.ProviderExternal, Status: domain.CalendarActive, ConnectedAt: c.Now,
		// Not one that a connection before it had: who has read that one must
		// not take this one for it.
		Version: rand.Int64N(1 << 62),
	})
	if err != nil {
		return answer, f.failed(ctx, err)
	}
	if err := f.store.ConnectCalendar(ctx, made); err != nil {
		return answer, err
	}
	answer.Answer = shown(made)
	if c.Browser() {
		answer.To = f.config.PublicPath() + connectedPath
	}
	return answer, nil
}

// take uses the state up: in the browser that began the visit, or for its
// person, who must still be signed in there. Errors: pkce_state_not_found;
// unauthorized for an access token that is none.
func (f *Family) take(ctx context.Context, r *route.Request, a oauth.Attempt) (domain.OAuthState, error) {
	caller, err := f.gate.Visitor(ctx, r.Authorization())
	if err != nil {
		return domain.OAuthState{}, err
	}
	browser, digest := r.Cookie(oauth.BrowserCookie), a.Digest()
	var state domain.OAuthState
	var ok bool
	switch {
	case digest == "":
	case caller.User.ID != "":
		state, ok, err = f.store.TakeOAuthOf(ctx, domain.OAuthCalendar, digest, caller.User.ID)
	case browser != "":
		state, ok, err = f.store.TakeOAuth(ctx, domain.OAuthCalendar, digest, oauth.Browser(browser).Digest())
	}
	if err != nil || !ok {
		return state, orState(err)
	}
	who, err := f.store.Who(ctx, domain.WhoAsked{UserID: state.UserID, SessionID: state.SessionID})
	if err != nil || !who.SignedIn(r.Now) {
		return state, orState(err)
	}
	return state, nil
}

func orState(err error) error {
	if err == nil {
		return errState
	}
	return err
}

// redeem makes the connection complete: with its tokens, and whose it is.
func (f *Family) redeem(ctx context.Context, provider *gcal.Client, in callbackInput, a oauth.Attempt, c domain.CalendarConnection) (domain.CalendarConnection, error) {
	if err := oauth.CheckReturn(in.Code.Value, in.Error.Set, in.Error.Value); err != nil {
		return c, err
	}
	grant, err := provider.Redeem(ctx, in.Code.Value, a)
	if err != nil {
		return c, err
	}
	c.Account, err = provider.Account(ctx, grant.Access)
	if gcal.Is(err, gcal.Revoked) || gcal.Is(err, gcal.Forbidden) {
		return c, &oauth.Failure{Step: "consent", Reason: "not to reading the calendar"}
	}
	if err != nil {
		return c, err
	}
	c, err = f.sealed(ctx, c, grant)
	if errors.Is(err, vault.ErrTooLong) {
		return c, &oauth.Failure{Step: "tokens", Reason: "one that is too long"}
	}
	return c, err
}
