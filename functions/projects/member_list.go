package projects

import (
	"context"

	"stint/shared/access"
	"stint/shared/paging"
	"stint/shared/route"
	"stint/shared/store"
)

// listMembersInput is what the list of members takes.
type listMembersInput struct {
	paging.Query
}

func (f *Family) listMembers(ctx context.Context, c *route.Call[listMembersInput], p access.Project) (route.List[memberAnswer], error) {
	in, err := c.ReadValid()
	if err != nil {
		return route.List[memberAnswer]{}, err
	}
	page, err := f.store.ProjectMembers(ctx, c.WorkspaceID(), p.Project.ID, in.Page(c.Request))
	return paging.ToList(page, err, func(s store.ProjectMemberUser) memberAnswer { return toMemberAnswer(c.Caller, p, s) })
}
