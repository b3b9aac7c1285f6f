package workspaces

import (
	"context"

	"stint/shared/domain"
	"stint/shared/paging"
	"stint/shared/route"
	"stint/shared/wire"
)

type listMembersInput struct {
	paging.Query
	IncludeDeactivated wire.Optional[bool] `query:"include_deactivated" doc:"default false"`
}

func (f *Family) listMembers(ctx context.Context, c *route.Call[listMembersInput]) (route.List[memberAnswer], error) {
	in, err := c.ReadValid()
	if err != nil {
		return route.List[memberAnswer]{}, err
	}
	page, err := f.store.MemberUsers(ctx, c.WorkspaceID(), in.IncludeDeactivated.Value, in.Page(c.Request))
	return paging.ToList(page, err, func(m domain.MemberUser) memberAnswer { return toMemberAnswer(c.Caller, m) })
}
