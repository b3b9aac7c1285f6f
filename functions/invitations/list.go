package invitations

import (
	"context"

	"stint/shared/domain"
	"stint/shared/paging"
	"stint/shared/route"
)

func (f *Family) list(ctx context.Context, c *route.Call[paging.Query]) (route.List[invitationAnswer], error) {
	in, err := c.ReadValid()
	if err != nil {
		return route.List[invitationAnswer]{}, err
	}
	page, err := f.store.Invitations(ctx, c.WorkspaceID(), in.Page(c.Request))
	return paging.ToList(page, err, toAnswer)
}

// loadInvitation finds the open invitation that the path names.
func (f *Family) loadInvitation(ctx context.Context, r *route.Request) (domain.Invitation, error) {
	return f.store.Invitation(ctx, r.WorkspaceID(), r.ID("id"))
}

func (f *Family) resend(ctx context.Context, c *route.Call[route.NoInput], was domain.Invitation) (invitationAnswer, error) {
	i := was.Resend(c.Now)
	return toAnswer(i), f.store.ResendInvitation(ctx, was, f.accounts.InvitationTokenDigest(was), f.newInvitationWrite(i, c.Now))
}

func (f *Family) revoke(ctx context.Context, c *route.Call[route.NoInput], i domain.Invitation) (route.Deleted, error) {
	if err := c.CheckIfMatch(i.Version); err != nil {
		return route.Deleted{}, err
	}
	return route.Deleted{ID: string(i.ID), Deleted: true}, f.store.EndInvitation(ctx, i, f.accounts.InvitationTokenDigest(i))
}
