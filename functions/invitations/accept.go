package invitations

import (
	"context"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
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
	found, err := f.store.OfferTo(ctx, r.User, r.ID("invitationId"))
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

// accept joins the workspace. When another request of the same person was
// faster, this one gets the answer of that one.
func (f *Family) accept(ctx context.Context, c *route.Call[route.None], o offer) (acceptAnswer, error) {
	member, err := f.join(ctx, c.Request, o.Offer)
	if !problem.Is(err, problem.Conflict) {
		return accepted(o.Workspace, member), err
	}
	again, missing := f.store.OfferTo(ctx, c.User, o.Invitation.ID)
	if missing != nil {
		return acceptAnswer{}, missing
	}
	member, err = f.join(ctx, c.Request, again)
	return accepted(again.Workspace, member), err
}

// join is the membership that accepting makes, or has made before. Errors:
// not_found when that has ended since.
func (f *Family) join(ctx context.Context, r *route.Request, o domain.Offer) (domain.Member, error) {
	if o.Invitation.AcceptedBy != "" {
		if o.Member == nil || !o.Member.Active() {
			return domain.Member{}, problem.Missing()
		}
		return *o.Member, nil
	}
	member := o.Joining(r.User.ID, r.Now)
	return member, f.store.Accept(ctx, store.Acceptance{
		Open: o.Invitation, Accepted: o.Invitation.Accepted(r.User.ID, r.Now), Token: f.token(o.Invitation),
		Before: o.Member, Member: member,
	})
}
