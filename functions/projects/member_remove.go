package projects

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
)

func (f *Family) removeMember(ctx context.Context, c *route.Call[route.NoInput], target memberInProject) (route.Deleted, error) {
	if err := c.CheckIfMatch(target.Member.Version); err != nil {
		return route.Deleted{}, err
	}
	gone := route.Deleted{ID: string(target.Member.UserID), Deleted: true}
	removed := domain.AuditProjectMemberChange(target.User, &target.Member, nil)
	return gone, f.store.RemoveProjectMember(ctx, c.WorkspaceID(), managerIn(c.Request), target.Member, removed)
}
