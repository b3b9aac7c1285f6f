package invitations

import (
	"context"

	"stint/shared/answers"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/paging"
	"stint/shared/route"
	"stint/shared/store/peopledb"
)

func (f *Family) list(ctx context.Context, r *route.Request, in paging.Query) (route.List[invitationAnswer], error) {
	page, err := f.store.Invitations(ctx, r.WorkspaceID(), in.Page(r))
	return paging.ToList(page, err, func(i peopledb.InvitationWithStatus) invitationAnswer {
		return answers.OfInvitation(i.Invitation, i.Status)
	})
}

// pendingAnswer is an invitation as the invited user sees it.
//
//openapi:schema PendingInvitation
type pendingAnswer struct {
	ID            domain.ID      `json:"id"`
	WorkspaceID   domain.ID      `json:"workspace_id"`
	WorkspaceName domain.Name    `json:"workspace_name"`
	InviterName   domain.Name    `json:"inviter_name"` // The name of the user who sent the invitation.
	Role          people.Role    `json:"role"`
	CreatedAt     domain.Instant `json:"created_at"`
	ExpiresAt     domain.Instant `json:"expires_at"`
}

func (f *Family) pending(ctx context.Context, r *route.Request, in paging.Query) (route.List[pendingAnswer], error) {
	if !r.User.EmailVerified {
		return paging.ToSingle[people.InvitationDetails, pendingAnswer](in, nil, nil, nil, nil)
	}
	page, err := f.store.InvitationsForEmail(ctx, r.User.Email, in.Page(r))
	return paging.ToList(page, err, func(o people.InvitationDetails) pendingAnswer {
		i := o.Invitation
		return pendingAnswer{
			ID: i.ID, WorkspaceID: i.WorkspaceID, WorkspaceName: o.Workspace.Name, InviterName: o.Inviter,
			Role: i.Role, CreatedAt: i.CreatedAt, ExpiresAt: i.ExpiresAt,
		}
	})
}
