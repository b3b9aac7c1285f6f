package account

import (
	"context"

	"stint/shared/accounts"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/paging"
	"stint/shared/problem"
	"stint/shared/route"
)

// sessionAnswer is one of the caller's sessions.
//
//openapi:schema Session
type sessionAnswer struct {
	ID         domain.ID      `json:"id"`
	CreatedAt  domain.Instant `json:"created_at"`
	LastUsedAt domain.Instant `json:"last_used_at"` // when its tokens were last refreshed
	UserAgent  string         `json:"user_agent"`   // The program that sent the request, as it named itself.
	Network    *string        `json:"network"`      // from which it was opened, such as 192.0.2.0/24; null when unknown
	Current    bool           `json:"current"`      // the session of this request
}

func (f *Family) sessions(ctx context.Context, r *route.Request, in paging.Query) (route.List[sessionAnswer], error) {
	alive := func(x people.Session) bool { return x.Valid(r.User, r.Now) }
	page, err := f.store.Sessions(ctx, r.User.ID, in.Page(r), alive)
	return paging.ToList(page, err, func(x people.Session) sessionAnswer {
		return sessionAnswer{
			ID: x.ID, CreatedAt: x.CreatedAt, LastUsedAt: x.RotatedAt, UserAgent: x.UserAgent,
			Network: domain.OrNull(x.Network), Current: x.ID == r.Session.ID,
		}
	})
}

// loadOwnSession finds the caller's session that the path names. Errors: not_found,
// also for one that has ended.
func (f *Family) loadOwnSession(ctx context.Context, r *route.Request) (people.Session, error) {
	x, ok, err := f.store.Session(ctx, r.User.ID, r.ID("id"))
	if err == nil && !(ok && x.Valid(r.User, r.Now)) {
		err = problem.NotFound()
	}
	return x, err
}

func (f *Family) endSession(ctx context.Context, _ *route.Call[route.NoInput],
	x people.Session) (route.Deleted, error) {
	return route.NewDeleted(x.ID), f.store.EndSessions(ctx, x)
}

// endOtherSessions signs the user out everywhere but in the session of the request.
func (f *Family) endOtherSessions(ctx context.Context, c *route.Call[route.NoInput]) (route.Done, error) {
	return route.OK, f.store.EndOtherSessions(ctx, c.User, *c.Session)
}

// logout ends the session of the refresh cookie and that of the access token.
// It ignores invalid credentials, since their sessions are over.
func (f *Family) logout(ctx context.Context, c *route.Call[route.NoInput]) (route.Done, error) {
	var ended []people.Session
	if raw := c.Cookie(accounts.RefreshCookie); raw != "" {
		if err := f.accounts.CheckOrigin(c.Request); err != nil {
			return route.Done{}, err
		}
		t, ok, err := f.refreshTokens.Decode(ctx, raw)
		if err != nil {
			return route.Done{}, err
		}
		if ok {
			ended = append(ended, people.Session{UserID: t.UserID, ID: t.SessionID})
		}
	}
	claims, ok, err := f.authenticator.VerifyClaims(ctx, c.Authorization())
	if err != nil {
		return route.Done{}, err
	}
	if ok {
		ended = append(ended, people.Session{UserID: claims.Subject, ID: claims.SessionID})
	}
	if err := f.endPresented(ctx, c.Request, ended); err != nil {
		return route.Done{}, err
	}
	f.accounts.ClearRefreshCookie(c.Request)
	return route.OK, nil
}

// endPresented ends the sessions of a logout. Over the limit of a session it first reads
// whether there is anything to end, because a read costs less. It never refuses a logout.
func (f *Family) endPresented(ctx context.Context, r *route.Request, presented []people.Session) error {
	var ended []people.Session
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
