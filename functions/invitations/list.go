package invitations

import (
	"context"

	"stint/shared/paging"
	"stint/shared/route"
	"stint/shared/store"
)

func (f *Family) list(ctx context.Context, c *route.Call[paging.Query]) (route.List[invitationAnswer], error) {
	in, err := c.ReadValid()
	if err != nil {
		return route.List[invitationAnswer]{}, err
	}
	page, err := f.store.Invitations(ctx, c.WorkspaceID(), in.Page(c.Request))
	return paging.ToList(page, err, func(i store.InvitationWithStatus) invitationAnswer { return toAnswer(i.Invitation, i.Status) })
}
