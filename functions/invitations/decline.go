package invitations

import (
	"context"

	"stint/shared/problem"
	"stint/shared/route"
)

func (f *Family) decline(ctx context.Context, _ *route.Call[route.None], o offer) (route.Done, error) {
	if o.Invitation.AcceptedBy != "" {
		return route.Done{}, problem.Clash("The invitation was accepted already.")
	}
	return route.OK, f.store.EndInvitation(ctx, o.Invitation, f.desk.InvitationToken(o.Invitation))
}
