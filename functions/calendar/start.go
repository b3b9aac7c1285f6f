package calendar

import (
	"context"

	"stint/shared/domain"
	"stint/shared/gcal"
	"stint/shared/oauth"
	"stint/shared/route"
)

// startAnswer has the address to send the user to, and the state of the flow.
type startAnswer struct {
	AuthorizationURL string `json:"authorization_url"`
	State            string `json:"state"`
	ExpiresIn        int64  `json:"expires_in"` // seconds until the flow must have ended
}

func (f *Family) start(ctx context.Context, c *route.Call[route.NoInput], provider *gcal.Client) (startAnswer, error) {
	attempt, err := oauth.NewAttempt(ctx, f.secrets)
	if err != nil {
		return startAnswer{}, err
	}
	browser := oauth.BrowserIDOf(c.Cookie(oauth.BrowserCookie))
	err = f.store.CreateOAuthState(ctx, domain.OAuthState{
		Digest: attempt.Digest(), Purpose: domain.OAuthCalendar, BrowserDigest: browser.Digest(),
		UserID: c.User.ID, SessionID: c.Session.ID, ExpiresAt: c.Now.Plus(domain.OAuthStateLifetime),
	})
	if err != nil {
		return startAnswer{}, err
	}
	c.SetCookie(browser.Cookie(f.config.PublicPath()+basePath, f.config.Secure()))
	return startAnswer{
		AuthorizationURL: provider.AuthorizationURL(attempt), State: attempt.State, ExpiresIn: int64(domain.OAuthStateLifetime.Seconds()),
	}, nil
}
