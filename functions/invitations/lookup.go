package invitations

import (
	"context"
	"net/url"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
)

// lookupAnswer is what the holder of a token sees before they sign in.
type lookupAnswer struct {
	ID            domain.ID      `json:"id"`
	WorkspaceName domain.Name    `json:"workspace_name"`
	InviterName   domain.Name    `json:"inviter_name"`
	EmailMasked   string         `json:"email_masked"`
	Role          domain.Role    `json:"role"`
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
