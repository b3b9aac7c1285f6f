package sso

import (
	"context"

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

// startAnswer has the address to send the user to, and the state of the flow.
//
//openapi:schema AuthorizationStart
type startAnswer struct {
	AuthorizationURL string `json:"authorization_url"`
	State            string `json:"state"`
	ExpiresIn        int64  `json:"expires_in"` // seconds until the flow must have ended
}

func (f *Family) start(ctx context.Context, c *route.Call[startInput],
	provider *oidc.Client) (route.OrRedirect[startAnswer], error) {
	var answer route.OrRedirect[startAnswer]
	// With an access token, the login is linked to the account of the token. An
	// invalid token is an error: the flow must not turn into a sign-in.
	caller, err := f.authenticator.AuthenticateOptional(ctx, c.Authorization())
	if err != nil {
		return answer, err
	}
	if caller.User.ID != "" {
		if err := c.RequireProvenEmail(caller.User); err != nil {
			return answer, err
		}
	}
	in, issues, err := c.Read()
	if err != nil {
		return answer, err
	}
	if in.ReturnTo.Set && issues.IsClean("return_to") && !f.isAllowedReturn(in.ReturnTo.Value) {
		issues.AddMessage("return_to", problem.URLInvalid,
			"must be a path of this service, or an address of the front end or of an origin that may call it")
	}
	reauthenticates := in.Reauthenticate.Value
	if err := f.checkStart(caller, reauthenticates, c.Now); err != nil {
		return answer, err
	}
	if err := issues.Err(); err != nil {
		return answer, err
	}
	attempt, err := oauth.NewAttempt(ctx, f.secrets)
	if err != nil {
		return answer, err
	}
	browser := oauth.BrowserIDOf(c.Cookie(oauth.BrowserCookie))
	state := people.OAuthState{
		Digest: attempt.Digest(), Purpose: people.OAuthSignIn, BrowserDigest: browser.Digest(),
		UserID: caller.User.ID, ReturnTo: in.ReturnTo.Value, ExpiresAt: c.Now.Plus(people.OAuthStateLifetime),
		Reauthenticates: reauthenticates,
	}
	if caller.Session != nil {
		state.SessionID = caller.Session.ID
	}
	authorizationURL := provider.AuthorizationURL
	if reauthenticates || f.isForPages(state) {
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
	answer.Answer = startAnswer{AuthorizationURL: address, State: attempt.State,
		ExpiresIn: int64(people.OAuthStateLifetime.Seconds())}
	if c.AcceptsHTML() {
		answer.To = address
	}
	return answer, nil
}
