package account

import (
	"context"

	"stint/shared/domain"
	"stint/shared/paging"
	"stint/shared/route"
)

type sessionsInput struct {
	paging.Query
}

// sessionAnswer is one of the caller's sessions.
type sessionAnswer struct {
	ID         domain.ID      `json:"id"`
	CreatedAt  domain.Instant `json:"created_at"`
	LastUsedAt domain.Instant `json:"last_used_at"` // when its tokens were last refreshed
	UserAgent  string         `json:"user_agent"`
	Network    *string        `json:"network"` // from which it was opened, such as 192.0.2.0/24; null when unknown
	Current    bool           `json:"current"` // the session of this request
}

func (f *Family) sessions(ctx context.Context, c *route.Call[sessionsInput]) (route.List[sessionAnswer], error) {
	in, err := c.ReadValid()
	if err != nil {
		return route.List[sessionAnswer]{}, err
	}
	alive := func(x domain.Session) bool { return x.Valid(c.User, c.Now) }
	page, err := f.store.Sessions(ctx, c.User.ID, in.Page(c.Request), alive)
	return paging.ToList(page, err, func(x domain.Session) sessionAnswer {
		return sessionAnswer{
			ID: x.ID, CreatedAt: x.CreatedAt, LastUsedAt: x.RotatedAt, UserAgent: x.UserAgent,
			Network: domain.OrNull(x.Network), Current: x.ID == c.Session.ID,
		}
	})
}
