package answers

import (
	"stint/shared/domain"
	"stint/shared/route"
)

// Invitation is an invitation as the workspace sees it.
type Invitation struct {
	ID        domain.ID               `json:"id"`
	Email     domain.Email            `json:"email"`
	Role      domain.Role             `json:"role"`
	InvitedBy domain.ID               `json:"invited_by"` // the user who invited, or sent it again last
	CreatedAt domain.Instant          `json:"created_at"`
	ExpiresAt domain.Instant          `json:"expires_at"`
	Status    domain.InvitationStatus `json:"status"` // void: its inviter may not invite any more; resend it to make it yours
	route.Versioned
}

// OfInvitation makes the answer for an invitation with that status.
func OfInvitation(i domain.Invitation, status domain.InvitationStatus) Invitation {
	return Invitation{
		ID: i.ID, Email: i.Email, Role: i.Role, InvitedBy: i.InviterID,
		CreatedAt: i.CreatedAt, ExpiresAt: i.ExpiresAt, Status: status, Versioned: route.Versioned{Version: i.Version},
	}
}
