package sso

import (
	"context"

	"stint/shared/auth"
	"stint/shared/domain/people"
	"stint/shared/oauth"
	"stint/shared/oidc"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

type startInput struct {
	// where a browser is redirected to at the end; by default /p/signed-in
	ReturnTo wire.Optional[string] `query:"return_to"`

	// whether the user of the access token proves again who they are; default false
	Reauthenticate wire.Optional[bool] `query:"reauthenticate"`
}

func (f *Family) start(ctx context.Context, c *route.Call[startInput],
	provider *oidc.Client) (route.OrRedirect[oauth.StartAnswer], error) {
	var answer route.OrRedirect[oauth.StartAnswer]
	browser := oauth.BrowserIDOf(c.Cookie(oauth.BrowserCookie))
	attempt, state, err := f.newState(ctx, c, browser)
	if err != nil {
		return answer, err
	}
	authorizationURL := provider.AuthorizationURL
	if state.Reauthenticates || f.isForPages(state) {
		authorizationURL = provider.ReauthenticationURL
	}
	address, err := authorizationURL(ctx, attempt)
	if err != nil {
		return f.failedStart(c.Request, state, f.logAndWrap(ctx, err))
	}
	if err := f.store.CreateOAuthState(ctx, state); err != nil {
		return answer, err
	}
	c.SetCookie(browser.Cookie(f.config.PublicPath()+"/api/auth", f.config.Secure()))
	answer.Answer = attempt.Start(address)
	if c.AcceptsHTML() {
		answer.To = address
	}
	return answer, nil
}

// newState is the state of a new flow of a browser. With an access token, the login is linked to the account of the
// token. An invalid token is an error: the flow must not turn into a sign-in.
func (f *Family) newState(ctx context.Context, c *route.Call[startInput],
	browser oauth.BrowserID) (attempt oauth.Attempt, _ people.OAuthState, err error) {
	none := people.OAuthState{}
	caller, err := f.authenticator.AuthenticateOptional(ctx, c.Authorization())
	if err != nil {
		return attempt, none, err
	}
	if caller.User.ID != "" {
		if err := c.RequireProvenEmail(caller.User); err != nil {
			return attempt, none, err
		}
	}
	in, err := f.readStart(c, caller)
	if err != nil {
		return attempt, none, err
	}
	attempt, err = oauth.NewAttempt(ctx, f.secrets)
	state := people.OAuthState{
		Digest: attempt.Digest(), Purpose: people.OAuthSignIn, BrowserDigest: browser.Digest(),
		UserID: caller.User.ID, ReturnTo: in.ReturnTo.Value, ExpiresAt: c.Now.Plus(people.OAuthStateLifetime),
		Reauthenticates: in.Reauthenticate.Value,
	}
	if caller.Session != nil {
		state.SessionID = caller.Session.ID
	}
	return attempt, state, err
}

// readStart reads the query. Errors: validation, and as checkStart.
func (f *Family) readStart(c *route.Call[startInput], caller auth.Caller) (startInput, error) {
	in, issues, err := c.Read()
	if err != nil {
		return in, err
	}
	if in.ReturnTo.Set && issues.IsClean("return_to") && !f.isAllowedReturn(in.ReturnTo.Value) {
		issues.AddMessage("return_to", problem.URLInvalid,
			"must be a path of this service, or an address of the front end or of an origin that may call it")
	}
	if err := f.checkStart(caller, in.Reauthenticate.Value, c.Now); err != nil {
		return in, err
	}
	return in, issues.Err()
}
