package account

import (
	"context"

	"stint/shared/accounts"
	"stint/shared/domain"
	"stint/shared/route"
)

// logout ends the session of the refresh cookie and that of the access token.
// It ignores invalid credentials, since their sessions are over.
func (f *Family) logout(ctx context.Context, c *route.Call[route.NoInput]) (route.Done, error) {
	var ended []domain.Session
	if raw := c.Cookie(accounts.RefreshCookie); raw != "" {
		if err := f.accounts.CheckOrigin(c.Request); err != nil {
			return route.Done{}, err
		}
		t, ok, err := f.refreshTokens.Decode(ctx, raw)
		if err != nil {
			return route.Done{}, err
		}
		if ok {
			ended = append(ended, domain.Session{UserID: t.UserID, ID: t.SessionID})
		}
	}
	claims, ok, err := f.authenticator.VerifyClaims(ctx, c.Authorization())
	if err != nil {
		return route.Done{}, err
	}
	if ok {
		ended = append(ended, domain.Session{UserID: claims.Subject, ID: claims.SessionID})
	}
	if len(ended) > 0 {
		if err := c.CountUser(ctx, ended[0].UserID, 1); err != nil {
			return route.Done{}, err
		}
	}
	if err := f.store.EndSessions(ctx, ended...); err != nil {
		return route.Done{}, err
	}
	f.accounts.ClearRefreshCookie(c.Request)
	return route.OK, nil
}
