package workspaces

import (
	"context"

	"stint/shared/domain"
	"stint/shared/paging"
	"stint/shared/route"
)

func (f *Family) list(ctx context.Context, c *route.Call[paging.Query]) (route.List[workspaceAnswer], error) {
	in, err := c.ReadValid()
	if err != nil {
		return route.List[workspaceAnswer]{}, err
	}
	page, err := f.store.MembershipPage(ctx, c.User.ID, in.Page(c.Request))
	return paging.ToList(page, err, func(m domain.Membership) workspaceAnswer { return toAnswer(m.Workspace, m.Role()) })
}
