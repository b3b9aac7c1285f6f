package invitations

import (
	"stint/shared/domain"
	"stint/shared/route"
)

// invitationAnswer is an invitation as the workspace sees it.
type invitationAnswer struct {
	ID        domain.ID      `json:"id"`
	Email     domain.Email   `json:"email"`
	Role      domain.Role    `json:"role"`
	InvitedBy domain.ID      `json:"invited_by"` // a user
	CreatedAt domain.Instant `json:"created_at"`
	ExpiresAt domain.Instant `json:"expires_at"`
	route.Versioned
}

func toAnswer(i domain.Invitation) invitationAnswer {
	return invitationAnswer{
		ID: i.ID, Email: i.Email, Role: i.Role, InvitedBy: i.InviterID,
		CreatedAt: i.CreatedAt, ExpiresAt: i.ExpiresAt, Versioned: route.Versioned{Version: i.Version},
	}
}
