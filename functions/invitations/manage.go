package invitations

import (
	"context"

	"stint/shared/domain"
	"stint/shared/paging"
	"stint/shared/route"
)

func (f *Family) list(ctx context.Context, c *route.Call[paging.Query]) (route.List[invitationAnswer], error) {
	in, err := c.Valid()
	if err != nil {
		return route.List[invitationAnswer]{}, err
	}
	page, err := f.store.Invitations(ctx, c.WorkspaceID(), in.Page(c.Request))
	return paging.Answer(page, err, answer)
}

// invitation finds the open invitation that the path names.
func (f *Family) invitation(ctx context.Context, r *route.Request) (domain.Invitation, error) {
	return f.store.Invitation(ctx, r.WorkspaceID(), r.ID("id"))
}

func (f *Family) resend(ctx context.Context, c *route.Call[route.None], was domain.Invitation) (invitationAnswer, error) {
	i := was.Again(c.Now)
	return answer(i), f.store.InviteAgain(ctx, was, f.desk.InvitationToken(was), f.posted(i, c.Now))
}

func (f *Family) revoke(ctx context.Context, c *route.Call[route.None], i domain.Invitation) (route.Deleted, error) {
	if err := c.Match(i.Version); err != nil {
		return route.Deleted{}, err
	}
	return route.Deleted{ID: string(i.ID), Deleted: true}, f.store.EndInvitation(ctx, i, f.desk.InvitationToken(i))
}
