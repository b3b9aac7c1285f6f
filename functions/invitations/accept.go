package invitations

import (
	"context"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
)

// offer is an invitation to the caller's address.
type offer struct{ domain.Offer }

// Permit asks for a verified address: whoever cannot read its mail was not
// invited.
func (offer) Permit(caller auth.Caller, _ auth.Permission) error {
	if !caller.User.EmailVerified {
		return problem.Deny(problem.EmailNotVerified)
	}
	return nil
}

// offer finds the invitation that the path names, if it was sent to the caller.
func (f *Family) offer(ctx context.Context, r *route.Request) (offer, error) {
	found, err := f.desk.OfferTo(ctx, r.User, r.ID("invitationId"))
	return offer{found}, err
}

// acceptAnswer is the membership that was made.
type acceptAnswer struct {
	Workspace workspaceAnswer `json:"workspace"`
	UserID    domain.ID       `json:"user_id"`
	Role      domain.Role     `json:"role"`
	JoinedAt  domain.Instant  `json:"joined_at"`
}

type workspaceAnswer struct {
	ID   domain.ID   `json:"id"`
	Name domain.Name `json:"name"`
	Role domain.Role `json:"role"`
}

func accepted(w domain.Workspace, m domain.Member) acceptAnswer {
	role := m.RoleIn(w)
	return acceptAnswer{
		Workspace: workspaceAnswer{ID: w.ID, Name: w.Name, Role: role},
		UserID:    m.UserID, Role: role, JoinedAt: m.JoinedAt,
	}
}

// accept joins the workspace.
func (f *Family) accept(ctx context.Context, c *route.Call[route.None], o offer) (acceptAnswer, error) {
	as, member, err := f.desk.Accept(ctx, c.Now, c.User, o.Offer)
	return accepted(as.Workspace, member), err
}
