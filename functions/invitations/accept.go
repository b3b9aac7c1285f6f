package invitations

import (
	"context"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
)

// pendingInvitation is an invitation to the caller's address.
type pendingInvitation struct{ domain.InvitationDetails }

// Authorize asks for a verified address: whoever cannot read its mail was not
// invited.
func (pendingInvitation) Authorize(caller auth.Caller, _ auth.Permission) error {
	if !caller.User.EmailVerified {
		return problem.Forbidden(problem.EmailNotVerified)
	}
	return nil
}

// loadPending finds the invitation that the path names, if it was sent to the caller.
func (f *Family) loadPending(ctx context.Context, r *route.Request) (pendingInvitation, error) {
	found, err := f.accounts.FindInvitation(ctx, r.User, r.ID("invitationId"))
	return pendingInvitation{found}, err
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

func toAcceptAnswer(w domain.Workspace, m domain.Member) acceptAnswer {
	role := m.RoleIn(w)
	return acceptAnswer{
		Workspace: workspaceAnswer{ID: w.ID, Name: w.Name, Role: role},
		UserID:    m.UserID, Role: role, JoinedAt: m.JoinedAt,
	}
}

// accept joins the workspace.
func (f *Family) accept(ctx context.Context, c *route.Call[route.NoInput], o pendingInvitation) (acceptAnswer, error) {
	details, member, err := f.accounts.AcceptInvitation(ctx, c.Now, c.User, o.InvitationDetails)
	return toAcceptAnswer(details.Workspace, member), err
}
