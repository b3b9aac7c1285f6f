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
	in, err := c.ReadValid()
	if err != nil {
		return invitationAnswer{}, err
	}
	if err := f.store.CheckInvitable(ctx, c.WorkspaceID(), in.Body.Email); err != nil {
		return invitationAnswer{}, err
	}
	i := domain.NewInvitation(*c.Workspace, c.User.ID, in.Body.Email, in.Body.Role.Or(domain.RoleUser), c.Now)
	x := f.newInvitationWrite(i, c.Now)
	x.Remember = c.Remember(toAnswer(i))
	return toAnswer(i), f.store.CreateInvitation(ctx, x)
}
