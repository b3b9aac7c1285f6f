package invitations

import (
	"context"

	"stint/shared/auth/derive"
	"stint/shared/domain"
	"stint/shared/route"
)

// lookupAnswer is what the holder of a token may know before they sign in.
type lookupAnswer struct {
	ID            domain.ID      `json:"id"`
	WorkspaceName domain.Name    `json:"workspace_name"`
	InviterName   domain.Name    `json:"inviter_name"`
	EmailMasked   string         `json:"email_masked"`
	Role          domain.Role    `json:"role"`
	ExpiresAt     domain.Instant `json:"expires_at"`
	HasAccount    bool           `json:"has_account"` // sign in to accept; else register
}

func (f *Family) lookup(ctx context.Context, c *route.Call[route.None]) (lookupAnswer, error) {
	offer, err := f.store.Offer(ctx, derive.Digest(c.Text("token")))
	if err != nil {
		return lookupAnswer{}, err
	}
	i := offer.Invitation
	return lookupAnswer{
		ID: i.ID, WorkspaceName: offer.Workspace.Name, InviterName: offer.Inviter, EmailMasked: i.Email.Masked(),
		Role: i.Role, ExpiresAt: i.ExpiresAt, HasAccount: offer.HasAccount,
	}, nil
}
