package workspaces

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
)

func (f *Family) removeMember(ctx context.Context, c *route.Call[route.NoInput], target domain.MemberUser) (route.Deleted, error) {
	deleted := route.Deleted{ID: string(target.Member.UserID), Deleted: true}
	if err := c.CheckIfMatch(target.Member.Version); err != nil {
		return route.Deleted{}, err
	}
	if target.Member.UserID == c.Workspace.OwnerID {
		return route.Deleted{}, domain.ErrOwnerRequired
	}
	if !target.Member.Active() {
		return deleted, nil
	}
	_, err := f.endTracking(ctx, c.Request, target, target.Member.End(domain.MemberDeactivated, c.Now))
	return deleted, err
}
