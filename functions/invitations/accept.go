package invitations

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
)

// acceptAnswer is the new membership.
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

func (f *Family) accept(ctx context.Context, c *route.Call[route.NoInput], o pendingInvitation) (acceptAnswer, error) {
	details, member, err := f.accounts.AcceptInvitation(ctx, c.Now, c.User, o.InvitationDetails)
	return toAcceptAnswer(details.Workspace, member), err
}
