package invitations

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
)

func (f *Family) resend(ctx context.Context, c *route.Call[route.NoInput], was domain.Invitation) (invitationAnswer, error) {
	i := was.Resend(*c.Member, c.Now)
	return toAnswer(i, domain.InvitationOpen), f.store.ResendInvitation(ctx, was, f.accounts.InvitationTokenDigest(was), f.newInvitationWrite(i, c.Now))
}
