package invitations

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/wire"
)

type inviteInput struct {
	Body struct {
		Email domain.Email               `json:"email"`
		Role  wire.Optional[domain.Role] `json:"role" enum:"admin,user,analyst" doc:"The role of the new member. Default user."`
	}
}

func (f *Family) invite(ctx context.Context, c *route.Call[inviteInput]) (invitationAnswer, error) {
	in, err := c.ReadValid()
	if err != nil {
		return invitationAnswer{}, err
	}
	invitee, err := f.store.CheckInvitable(ctx, c.WorkspaceID(), in.Body.Email)
	if err != nil {
		return invitationAnswer{}, err
	}
	i := domain.NewInvitation(*c.Workspace, *c.Member, in.Body.Email, in.Body.Role.Or(domain.RoleUser), c.Now)
	if err := f.countMail(ctx, c.Request, i); err != nil {
		return invitationAnswer{}, err
	}
	x, err := f.newInvitationWrite(ctx, i, c.Now)
	if err != nil {
		return invitationAnswer{}, err
	}
	x.HasAccount = invitee.HasAccount
	if invitee.Void != nil {
		digest, err := f.accounts.InvitationTokenDigest(ctx, *invitee.Void)
		if err != nil {
			return invitationAnswer{}, err
		}
		x.Replaces = &store.ReplacedInvitation{Invitation: *invitee.Void, TokenDigest: digest}
	}
	answer := toAnswer(i, domain.InvitationOpen)
	x.Remember = c.Remember(answer)
	return answer, f.store.CreateInvitation(ctx, x)
}
