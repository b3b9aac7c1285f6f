package invitations

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/wire"
)

type inviteInput struct {
	Body struct {
		Email domain.Email               `json:"email"`
		Role  wire.Optional[domain.Role] `json:"role" enum:"admin,user,analyst" doc:"default user"`
	}
}

func (f *Family) invite(ctx context.Context, c *route.Call[inviteInput]) (invitationAnswer, error) {
	in, err := c.Valid()
	if err != nil {
		return invitationAnswer{}, err
	}
	if err := f.store.Invitable(ctx, c.WorkspaceID(), in.Body.Email); err != nil {
		return invitationAnswer{}, err
	}
	i := domain.NewInvitation(*c.Workspace, c.User.ID, in.Body.Email, in.Body.Role.Or(domain.Worker), c.Now)
	x := f.posted(i, c.Now)
	x.Remember = c.Remember(answer(i))
	return answer(i), f.store.Invite(ctx, x)
}
