package invitations

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
)

func (f *Family) revoke(ctx context.Context, c *route.Call[route.NoInput], i domain.Invitation) (route.Deleted, error) {
	if err := c.CheckIfMatch(i.Version); err != nil {
		return route.Deleted{}, err
	}
	revoked := domain.AuditInvitationChange(domain.AuditInvitationRevoked, &i, nil)
	return route.Deleted{ID: string(i.ID), Deleted: true}, f.endInvitation(ctx, i, revoked)
}
