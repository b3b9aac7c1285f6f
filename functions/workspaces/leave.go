package workspaces

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
)

func (f *Family) leave(ctx context.Context, c *route.Call[route.NoInput]) (route.Done, error) {
	if c.Role() == domain.RoleOwner {
		return route.Done{}, domain.ErrOwnerRequired
	}
	me := domain.MemberUser{Member: *c.Member, User: c.User, Timer: c.Timer}
	_, err := f.endTracking(ctx, c.Request, me, me.Member.End(domain.MemberLeft, c.Now))
	return route.OK, err
}
