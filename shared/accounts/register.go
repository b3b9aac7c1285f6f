package accounts

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/store"
)

// NewUser makes the user of a registration. The account knows the device of the request
// from then on. CheckPassword must have accepted the password.
func (s *Service) NewUser(r *route.Request, e domain.Email, name domain.Name, plain string) domain.User {
	user := domain.User{
		ID: domain.NewID(), Email: e, DisplayName: name, PasswordHash: s.hasher.Hash(plain), CreatedAt: r.Now, Version: 1,
	}
	user, _ = user.SignInFrom(deviceOf(r, user.ID), r.Now)
	return user
}

// DefaultWorkspaceName is the name of a new user's workspace unless they choose
// another.
func DefaultWorkspaceName(name domain.Name) domain.Name { return name + "'s workspace" }

// RegisteredUser is a user who registered by an invitation.
type RegisteredUser struct {
	User    domain.User
	Session domain.Session // the workspace they joined is active in it
}

// RegisterInvited makes the account and the membership of an invited user. The
// token came by mail, so the address is verified. Errors: conflict when the address
// is taken; validation with token_invalid when the invitation can no longer be
// accepted.
func (s *Service) RegisterInvited(ctx context.Context, r *route.Request, user domain.User, details domain.InvitationDetails) (RegisteredUser, error) {
	invitation := details.Invitation
	user.EmailVerified, user.LastWorkspaceID = true, invitation.WorkspaceID
	digest, err := s.InvitationTokenDigest(ctx, invitation)
	if err != nil {
		return RegisteredUser{}, err
	}
	session := NewSession(r, user, domain.ByPassword, invitation.WorkspaceID)
	err = s.store.CreateInvitedAccount(ctx, store.InvitedRegistration{
		User: user, Session: session,
		Acceptance: store.Acceptance{
			Was: invitation, Accepted: invitation.Accept(user.ID, r.Now), Member: details.AcceptedMember(user.ID, r.Now),
			TokenDigest: digest, User: user,
		},
	})
	if err == nil {
		s.RememberNetwork(ctx, user)
	}
	return RegisteredUser{user, session}, err
}
