package account

import (
	"context"

	"stint/shared/domain"
	"stint/shared/paging"
	"stint/shared/problem"
	"stint/shared/route"
)

type sessionsInput struct {
	paging.Query
}

// signedIn is one of the caller's sessions.
type signedIn struct {
	ID         domain.ID      `json:"id"`
	CreatedAt  domain.Instant `json:"created_at"`
	LastUsedAt domain.Instant `json:"last_used_at"` // when its tokens were last renewed
	UserAgent  string         `json:"user_agent"`
	Current    bool           `json:"current"` // the one that asks
}

func (f *Family) sessions(ctx context.Context, c *route.Call[sessionsInput]) (route.List[signedIn], error) {
	in, err := c.Valid()
	if err != nil {
		return route.List[signedIn]{}, err
	}
	alive := func(x domain.Session) bool { return x.Alive(c.User, c.Now) }
	page, err := f.store.Sessions(ctx, c.User.ID, in.Page(c.Request), alive)
	return paging.Answer(page, err, func(x domain.Session) signedIn {
		return signedIn{
			ID: x.ID, CreatedAt: x.CreatedAt, LastUsedAt: x.RotatedAt, UserAgent: x.UserAgent, Current: x.ID == c.Session.ID,
		}
	})
}

// ownSession finds a session of the caller's that is alive.
func (f *Family) ownSession(ctx context.Context, r *route.Request) (domain.Session, error) {
	x, ok, err := f.store.Session(ctx, r.User.ID, r.ID("id"))
	if err == nil && !(ok && x.Alive(r.User, r.Now)) {
		err = problem.Missing()
	}
	return x, err
}

func (f *Family) endSession(ctx context.Context, _ *route.Call[route.None], x domain.Session) (route.Deleted, error) {
	return route.Deleted{ID: string(x.ID), Deleted: true}, f.store.EndSessions(ctx, x)
}
