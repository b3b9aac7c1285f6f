package accounts

import (
	"context"

	"stint/shared/auth/opaque"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/store/peopledb"
)

// invitationStore finds and accepts invitations.
type invitationStore interface {
	// InvitationByToken finds an invitation by the digest of its token. Errors:
	// not_found when it can no longer be accepted.
	InvitationByToken(ctx context.Context, tokenDigest string) (people.InvitationDetails, error)
	// InvitationForUser finds an invitation to a user's address that can be accepted,
	// or that this user has accepted. Errors: not_found.
	InvitationForUser(ctx context.Context, u people.User, id domain.ID) (people.InvitationDetails, error)
	// AcceptInvitation writes the membership. Errors: not_found when the workspace was
	// deleted or the inviter lost the right to invite; conflict when the invitation or
	// the membership was changed since it was read.
	AcceptInvitation(ctx context.Context, a peopledb.Acceptance) error
	// CreateInvitedAccount registers a user who joins a workspace, in one
	// transaction. Errors: conflict when the address is taken; validation with
	// token_invalid when the invitation can no longer be accepted.
	CreateInvitedAccount(ctx context.Context, a peopledb.InvitedRegistration) error
}

// FindInvitationByToken finds an invitation by its mailed token; ok is false when it
// can no longer be accepted.
func (s *Service) FindInvitationByToken(ctx context.Context,
	raw string) (details people.InvitationDetails, ok bool, err error) {
	details, err = s.store.InvitationByToken(ctx, opaque.TokenDigest(raw))
	if problem.Is(err, problem.CodeNotFound) {
		return details, false, nil
	}
	return details, err == nil, err
}

// InvitationTokenDigest is the digest of the token in the invitation's latest mail.
// Errors: service_unavailable.
func (s *Service) InvitationTokenDigest(ctx context.Context, i people.Invitation) (string, error) {
	return opaque.MailTokenDigest(ctx, s.secrets, i.NewMail(i.CreatedAt))
}

// FindInvitation finds an invitation to a user's address that can be accepted, or that
// this user has accepted. Errors: not_found.
func (s *Service) FindInvitation(ctx context.Context, u people.User, id domain.ID) (people.InvitationDetails, error) {
	return s.store.InvitationForUser(ctx, u, id)
}

// AcceptInvitation makes a user a member by an invitation to their verified address.
// Accepting again returns the membership that was made before, also when two requests
// of the user run at the same time. Errors: not_found when the invitation can no
// longer be accepted, or the membership that it made has ended; conflict.
func (s *Service) AcceptInvitation(ctx context.Context, now domain.Instant, u people.User,
	details people.InvitationDetails) (people.InvitationDetails, people.Member, error) {
	return s.acceptWithRetry(ctx, now, u, details, nil)
}

// AcceptInvitationByToken is AcceptInvitation for a user who presented the mailed
// token and their password. The token proves that the address is theirs.
func (s *Service) AcceptInvitationByToken(ctx context.Context, now domain.Instant, u people.User,
	details people.InvitationDetails) (people.InvitationDetails, people.Member, error) {
	if u.EmailVerified {
		return s.acceptWithRetry(ctx, now, u, details, nil)
	}
	return s.acceptWithRetry(ctx, now, u, details, &peopledb.AccessChange{
		Was: u, User: u.ProveEmail(people.ProofWithAccount, now)})
}

// acceptWithRetry accepts, and reads the invitation again once after a conflict.
// proof is the proof of the user's address; nil for none.
func (s *Service) acceptWithRetry(ctx context.Context, now domain.Instant, u people.User,
	details people.InvitationDetails, proof *peopledb.AccessChange) (people.InvitationDetails, people.Member, error) {
	member, err := s.acceptOnce(ctx, now, u, details, proof)
	if !problem.Is(err, problem.CodeConflict) {
		return details, member, err
	}
	if details, err = s.FindInvitation(ctx, u, details.Invitation.ID); err != nil {
		return details, member, err
	}
	member, err = s.acceptOnce(ctx, now, u, details, proof)
	return details, member, err
}

// acceptOnce makes the membership, or returns the one that was made before.
func (s *Service) acceptOnce(ctx context.Context, now domain.Instant, u people.User, details people.InvitationDetails,
	proof *peopledb.AccessChange) (people.Member, error) {
	if details.Invitation.AcceptedBy != "" {
		if details.Member == nil || !details.Member.Active() {
			return people.Member{}, problem.NotFound()
		}
		return *details.Member, nil
	}
	member := details.AcceptedMember(u.ID, now)
	digest, err := s.InvitationTokenDigest(ctx, details.Invitation)
	if err != nil {
		return people.Member{}, err
	}
	return member, s.store.AcceptInvitation(ctx, peopledb.Acceptance{
		Was: details.Invitation, Accepted: details.Invitation.Accept(u.ID, now), TokenDigest: digest,
		Before: details.Member, Member: member, Proof: proof, User: u,
	})
}
