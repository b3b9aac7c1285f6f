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
	if err := f.endPresented(ctx, c.Request, ended); err != nil {
		return route.Done{}, err
	}
	f.accounts.ClearRefreshCookie(c.Request)
	return route.OK, nil
}

// endPresented ends the sessions of a logout. Over the limit of a session it first reads
// whether there is anything to end, because a read costs less. It never refuses a logout.
func (f *Family) endPresented(ctx context.Context, r *route.Request, presented []domain.Session) error {
	var ended []domain.Session
	for _, x := range presented {
		if limited := r.CountSession(ctx, x.ID); limited != nil {
			if _, exists, err := f.store.Session(ctx, x.UserID, x.ID); err != nil {
				return err
			} else if !exists {
				continue
			}
		}
		ended = append(ended, x)
	}
	return f.store.EndSessions(ctx, ended...)
}
