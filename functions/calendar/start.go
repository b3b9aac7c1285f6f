package calendar

import (
	"context"
	"errors"
	"math/rand/v2"

	"stint/shared/domain/people"
	"stint/shared/gcal"
	"stint/shared/oauth"
	"stint/shared/route"
	"stint/shared/vault"
)

func (f *Family) start(ctx context.Context, c *route.Call[route.NoInput],
	provider *gcal.Client) (oauth.StartAnswer, error) {
	attempt, err := oauth.NewAttempt(ctx, f.secrets)
	if err != nil {
		return oauth.StartAnswer{}, err
	}
	browser := oauth.BrowserIDOf(c.Cookie(oauth.BrowserCookie))
	err = f.store.CreateOAuthState(ctx, people.OAuthState{
		Digest: attempt.Digest(), Purpose: people.OAuthCalendar, BrowserDigest: browser.Digest(),
		UserID: c.User.ID, SessionID: c.Session.ID, ExpiresAt: c.Now.Plus(people.OAuthStateLifetime),
	})
	if err != nil {
		return oauth.StartAnswer{}, err
	}
	c.SetCookie(browser.Cookie(f.config.PublicPath()+basePath, f.config.Secure()))
	return attempt.Start(provider.AuthorizationURL(attempt)), nil
}

// callback finishes a flow. It uses the state before it looks at anything else, so
// that every flow has exactly one try.
func (f *Family) callback(ctx context.Context, c *route.Call[oauth.CallbackInput],
	provider *gcal.Client) (route.OrRedirect[connectionAnswer], error) {
	var answer route.OrRedirect[connectionAnswer]
	in, err := c.ReadTolerant()
	if err != nil {
		return answer, err
	}
	attempt, err := in.Attempt(ctx, f.secrets)
	if err != nil {
		return answer, err
	}
	user, err := f.useState(ctx, c.Request, attempt)
	if err != nil {
		return answer, err
	}
	providerCtx, cancel := context.WithTimeout(ctx, oauth.RequestTimeout)
	defer cancel()
	connection, err := f.completeConnection(providerCtx, provider, in, attempt, people.CalendarConnection{
		UserID: user.ID, Provider: people.ProviderExternal, Status: people.CalendarActive, ConnectedAt: c.Now,
		// The version starts at random: a write that is based on an earlier
		// connection must not match this one.
		Version: rand.Int64N(1 << 62),
	})
	if err != nil {
		return answer, f.logAndWrap(ctx, err)
	}
	if err := f.store.ConnectCalendar(ctx, connection, user.Epoch, oauth.ErrStateNotFound); err != nil {
		return answer, err
	}
	answer.Answer = toConnection(connection)
	if c.AcceptsHTML() {
		answer.To = f.config.PublicPath() + connectedPath
	}
	return answer, nil
}

// useState reads the state, marks it as used, and returns the user who started the
// flow. The request must come from the browser that started the flow, or with an access
// token of that user. The session in which it was started must still be valid. Errors:
// pkce_state_not_found; unauthorized for an invalid access token; forbidden with
// email_not_verified.
func (f *Family) useState(ctx context.Context, r *route.Request, a oauth.Attempt) (people.User, error) {
	caller, err := f.authenticator.AuthenticateOptional(ctx, r.Authorization())
	if err != nil {
		return people.User{}, err
	}
	browser, digest := r.Cookie(oauth.BrowserCookie), a.Digest()
	var state people.OAuthState
	var ok bool
	switch {
	case digest == "":
	case caller.User.ID != "":
		state, ok, err = f.store.UseOAuthStateOfUser(ctx, people.OAuthCalendar, digest, caller.User.ID)
	case browser != "":
		state, ok, err = f.store.UseOAuthState(ctx, people.OAuthCalendar, digest, oauth.BrowserID(browser).Digest())
	}
	if err != nil || !ok {
		return people.User{}, orStateNotFound(err)
	}
	identity, err := f.store.Identity(ctx, people.IdentityQuery{UserID: state.UserID, SessionID: state.SessionID})
	if err != nil || !identity.HasValidSession(r.Now) {
		return people.User{}, orStateNotFound(err)
	}
	return *identity.User, r.RequireProvenEmail(*identity.User)
}

func orStateNotFound(err error) error {
	if err == nil {
		return oauth.ErrStateNotFound
	}
	return err
}

// completeConnection exchanges the code, and adds the tokens and the name of the
// account at the provider to the connection.
func (f *Family) completeConnection(ctx context.Context, provider *gcal.Client, in oauth.CallbackInput, a oauth.Attempt,
	c people.CalendarConnection) (people.CalendarConnection, error) {
	if err := in.Check(); err != nil {
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
