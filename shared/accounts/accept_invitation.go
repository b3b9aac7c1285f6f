package accounts

import (
	"context"

	"stint/shared/auth/derive"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
)

// invitationStore are taken up.
type invitationStore interface {
	// InvitationByToken finds an invitation by the digest of its token. Errors: not_found
	// for one that cannot be taken up any more.
	InvitationByToken(ctx context.Context, tokenDigest string) (domain.InvitationDetails, error)
	// InvitationForUser finds an invitation to a user's address that can be taken up, or
	// that this user has accepted. Errors: not_found.
	InvitationForUser(ctx context.Context, u domain.User, id domain.ID) (domain.InvitationDetails, error)
	// AcceptInvitation makes the membership. Errors: not_found when the workspace is
	// gone; conflict when invitation or membership changed meanwhile.
	AcceptInvitation(ctx context.Context, a store.Acceptance) error
	// CreateInvitedAccount registers a user who joins a workspace, all or
	// nothing. Errors: conflict when the address is taken; validation with
	// token_invalid when the invitation has ended meanwhile.
	CreateInvitedAccount(ctx context.Context, a store.InvitedRegistration) error
}

// FindInvitationByToken finds an invitation by the token that was mailed; ok is false for one
// that cannot be taken up any more.
func (s *Service) FindInvitationByToken(ctx context.Context, raw string) (details domain.InvitationDetails, ok bool, err error) {
	details, err = s.store.InvitationByToken(ctx, derive.TokenDigest(raw))
	if problem.Is(err, problem.CodeNotFound) {
		return details, false, nil
	}
	return details, err == nil, err
}

// InvitationTokenDigest is the digest of an invitation's present token.
func (s *Service) InvitationTokenDigest(i domain.Invitation) string {
	return derive.TokenDigest(derive.RawMailToken(s.config.MasterSecret, i.NewMail(i.CreatedAt)))
}

// NewUser is somebody who registers now with an acceptable password.
func (s *Service) NewUser(now domain.Instant, e domain.Email, name domain.Name, plain string) domain.User {
	return domain.User{
		ID: domain.NewID(), Email: e, DisplayName: name, PasswordHash: s.hasher.Hash(plain), CreatedAt: now, Version: 1,
	}
}

// RegisteredUser is somebody who registered by an invitation.
type RegisteredUser struct {
	User    domain.User
	Session domain.Session // the workspace they joined is active in it
}

// RegisterInvited makes the account of somebody who was invited. The token came
// by mail, so the address is theirs. Errors: conflict when the address is
// taken; validation with token_invalid when the invitation has ended meanwhile.
func (s *Service) RegisterInvited(ctx context.Context, r *route.Request, user domain.User, details domain.InvitationDetails) (RegisteredUser, error) {
	invitation := details.Invitation
	user.EmailVerified, user.LastWorkspaceID = true, invitation.WorkspaceID
	session := NewSession(r, user, invitation.WorkspaceID)
	return RegisteredUser{user, session}, s.store.CreateInvitedAccount(ctx, store.InvitedRegistration{
		User: user, Session: session,
		Acceptance: store.Acceptance{
			Was: invitation, Accepted: invitation.Accept(user.ID, r.Now), Member: details.AcceptedMember(user.ID, r.Now),
			TokenDigest: s.InvitationTokenDigest(invitation),
		},
	})
}

// FindInvitation finds an invitation to a user's address that can be taken up, or that
// this user has accepted. Errors: not_found.
func (s *Service) FindInvitation(ctx context.Context, u domain.User, id domain.ID) (domain.InvitationDetails, error) {
	return s.store.InvitationForUser(ctx, u, id)
}

// AcceptInvitation makes a user a member by an invitation to their verified address, or
// finds the membership that it made before. When another request of the same
// person was faster, this one gets the result of that one. Errors: not_found
// when the invitation cannot be taken up, or what it made has ended since;
// conflict.
func (s *Service) AcceptInvitation(ctx context.Context, now domain.Instant, u domain.User, details domain.InvitationDetails) (domain.InvitationDetails, domain.Member, error) {
	return s.acceptWithRetry(ctx, now, u, details, nil)
}

// AcceptInvitationByToken is Accept for somebody who presented the token that was mailed
// to their address, which verifies it.
func (s *Service) AcceptInvitationByToken(ctx context.Context, now domain.Instant, u domain.User, details domain.InvitationDetails) (domain.InvitationDetails, domain.Member, error) {
	if u.EmailVerified {
		return s.acceptWithRetry(ctx, now, u, details, nil)
	}
	return s.acceptWithRetry(ctx, now, u, details, &u)
}

func (s *Service) acceptWithRetry(ctx context.Context, now domain.Instant, u domain.User, details domain.InvitationDetails, verifyUser *domain.User) (domain.InvitationDetails, domain.Member, error) {
	member, err := s.acceptOnce(ctx, now, u, details, verifyUser)
	if !problem.Is(err, problem.CodeConflict) {
		return details, member, err
	}
	if details, err = s.FindInvitation(ctx, u, details.Invitation.ID); err != nil {
		return details, member, err
	}
	member, err = s.acceptOnce(ctx, now, u, details, verifyUser)
	return details, member, err
}

// acceptOnce is the membership that accepting makes, or has made before.
func (s *Service) acceptOnce(ctx context.Context, now domain.Instant, u domain.User, details domain.InvitationDetails, verifyUser *domain.User) (domain.Member, error) {
	if details.Invitation.AcceptedBy != "" {
		if details.Member == nil || !details.Member.Active() {
			return domain.Member{}, problem.NotFound()
		}
		return *details.Member, nil
	}
	member := details.AcceptedMember(u.ID, now)
	return member, s.store.AcceptInvitation(ctx, store.Acceptance{
		Was: details.Invitation, Accepted: details.Invitation.Accept(u.ID, now), TokenDigest: s.InvitationTokenDigest(details.Invitation),
		Before: details.Member, Member: member, VerifyUser: verifyUser,
	})
}
