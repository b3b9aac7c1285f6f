package invitations

import (
	"context"
	"net/url"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/route"
)

// acceptAnswer is the new membership.
//
//openapi:schema NewMembership
type acceptAnswer struct {
	Workspace workspaceAnswer `json:"workspace"` // The workspace.
	UserID    domain.ID       `json:"user_id"`
	Role      people.Role     `json:"role"`
	JoinedAt  domain.Instant  `json:"joined_at"` // When the user became a member.
}

// workspaceAnswer is the workspace that the user became a member of.
//
//openapi:schema JoinedWorkspace
type workspaceAnswer struct {
	ID   domain.ID   `json:"id"`
	Name domain.Name `json:"name"`
	Role people.Role `json:"role"`
}

func toAcceptAnswer(w people.Workspace, m people.Member) acceptAnswer {
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

func (f *Family) decline(ctx context.Context, _ *route.Call[route.NoInput], o pendingInvitation) (route.Done, error) {
	if o.Invitation.AcceptedBy != "" {
		return route.Done{}, problem.Conflict(problem.AlreadyAccepted, "The invitation was accepted already.")
	}
	declined := audit.InvitationChange(audit.InvitationDeclined, &o.Invitation, nil)
	return route.OK, f.endInvitation(ctx, o.Invitation, declined)
}

// lookupAnswer is what the holder of a token sees before they sign in.
//
//openapi:schema InvitationDetails
type lookupAnswer struct {
	ID            domain.ID      `json:"id"`
	WorkspaceName domain.Name    `json:"workspace_name"`
	InviterName   domain.Name    `json:"inviter_name"` // The name of the user who sent the invitation.
	EmailMasked   string         `json:"email_masked"` // The address of the invitation with most letters hidden.
	Role          people.Role    `json:"role"`
	ExpiresAt     domain.Instant `json:"expires_at"`
	HasAccount    bool           `json:"has_account"` // sign in to accept, otherwise register
}

// lookup shows an invitation to programs. It redirects browsers to the page of the
// invitation, which also explains invalid links.
func (f *Family) lookup(ctx context.Context, c *route.Call[route.NoInput]) (route.OrRedirect[lookupAnswer], error) {
	var answer route.OrRedirect[lookupAnswer]
	if c.AcceptsHTML() {
		answer.To = f.pagesURL + "/p/invitation?token=" + url.QueryEscape(c.PathValue("token"))
		return answer, nil
	}
	details, ok, err := f.accounts.FindInvitationByToken(ctx, c.PathValue("token"))
	if err != nil {
		return answer, err
	}
	if !ok {
		return answer, problem.NotFound()
	}
	i := details.Invitation
	answer.Answer = lookupAnswer{
		ID: i.ID, WorkspaceName: details.Workspace.Name, InviterName: details.Inviter, EmailMasked: i.Email.Mask(),
		Role: i.Role, ExpiresAt: i.ExpiresAt, HasAccount: details.HasAccount,
	}
	return answer, nil
}
