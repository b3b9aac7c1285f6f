package invitations

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
)

func (f *Family) decline(ctx context.Context, _ *route.Call[route.NoInput], o pendingInvitation) (route.Done, error) {
	if o.Invitation.AcceptedBy != "" {
		return route.Done{}, problem.Conflict(problem.AlreadyAccepted, "The invitation was accepted already.")
	}
	declined := domain.AuditInvitationChange(domain.AuditInvitationDeclined, &o.Invitation, nil)
	return route.OK, f.endInvitation(ctx, o.Invitation, declined)
}
