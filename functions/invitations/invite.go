package invitations

import (
	"context"

	"stint/shared/answers"
	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/route"
	"stint/shared/store/peopledb"
	"stint/shared/wire"
)

type inviteInput struct {
	Body struct {
		Email domain.Email `json:"email"`
		// The role of the new member. Default user.
		Role wire.Optional[people.Role] `json:"role" enum:"admin,user,analyst"`
	}
}

func (f *Family) invite(ctx context.Context, r *route.Request, in inviteInput) (invitationAnswer, error) {
	if err := requireFresh(r, in.Body.Role.Value); err != nil {
		return invitationAnswer{}, err
	}
	invitee, err := f.store.CheckInvitable(ctx, r.WorkspaceID(), in.Body.Email)
	if err != nil {
		return invitationAnswer{}, err
	}
	i := people.NewInvitation(*r.Workspace, *r.Member, in.Body.Email, in.Body.Role.Or(people.RoleUser), r.Now)
	if err := f.countMail(ctx, r, i); err != nil {
		return invitationAnswer{}, err
	}
	x, err := f.newInvitationWrite(ctx, i, r.Now)
	if err != nil {
		return invitationAnswer{}, err
	}
	x.HasAccount = invitee.HasAccount
	if invitee.Void != nil {
		digest, err := f.accounts.InvitationTokenDigest(ctx, *invitee.Void)
		if err != nil {
			return invitationAnswer{}, err
		}
		x.Replaces = &peopledb.ReplacedInvitation{Invitation: *invitee.Void, TokenDigest: digest}
	}
	answer := answers.OfInvitation(i, people.InvitationOpen)
	x.Remember = r.Remember(answer)
	return answer, f.store.CreateInvitation(ctx, x)
}

// requireFresh checks that the caller's session is fresh if somebody is invited as an admin. Errors: forbidden.
func requireFresh(r *route.Request, role people.Role) error {
	if role != people.RoleAdmin {
		return nil
	}
	return r.RequireFresh()
}

func (f *Family) resend(ctx context.Context, c *route.Call[route.NoInput],
	was people.Invitation) (invitationAnswer, error) {
	if err := requireFresh(c.Request, was.Role); err != nil {
		return invitationAnswer{}, err
	}
	if err := f.countMail(ctx, c.Request, was); err != nil {
		return invitationAnswer{}, err
	}
	i := was.Resend(*c.Member, c.Now)
	old, err := f.accounts.InvitationTokenDigest(ctx, was)
	if err != nil {
		return invitationAnswer{}, err
	}
	x, err := f.newInvitationWrite(ctx, i, c.Now)
	if err != nil {
		return invitationAnswer{}, err
	}
	return answers.OfInvitation(i, people.InvitationOpen), f.store.ResendInvitation(ctx, was, old, x)
}

func (f *Family) revoke(ctx context.Context, c *route.Call[route.NoInput], i people.Invitation) (route.Deleted, error) {
	if err := c.CheckIfMatch(i.Version); err != nil {
		return route.Deleted{}, err
	}
	revoked := audit.InvitationChange(audit.InvitationRevoked, &i, nil)
	return route.NewDeleted(i.ID), f.endInvitation(ctx, i, revoked)
}

type invitationAnswer = answers.Invitation
