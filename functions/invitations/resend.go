package invitations

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
)

func (f *Family) resend(ctx context.Context, c *route.Call[route.NoInput], was domain.Invitation) (invitationAnswer, error) {
	if err := f.countMail(ctx, c.Request, was); err != nil {
		return invitationAnswer{}, err
	}
	i := was.Resend(*c.Member, c.Now)
	old, err := f.accounts.InvitationTokenDigest(ctx, was)
	if err != nil {
		return invitationAnswer{}, err
	}
	x, err := f.newInvitationWrite(ctx, i, c.Now)
	if err != nil {
		return invitationAnswer{}, err
	}
	return toAnswer(i, domain.InvitationOpen), f.store.ResendInvitation(ctx, was, old, x)
}
