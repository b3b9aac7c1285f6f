package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
)

// Dispatch is what a mail is made of when it is sent.
type Dispatch struct {
	Token     domain.Token
	Name      domain.Name // of the recipient; "" without an account
	Inviter   domain.Name
	Workspace domain.Name
	Role      domain.Role
	Person    domain.Name // whose timesheet it is
}

// Dispatch reads the token with the given digest and the names that its mail
// shows. Errors: not_found when the token was used, revoked or has expired, or
// what it is about is gone.
func (s *Store) Dispatch(ctx context.Context, m domain.Mail, tokenDigest string) (Dispatch, error) {
	switch m.Kind {
	case domain.MailInvitation:
		return s.dispatchInvitation(ctx, tokenDigest)
	case domain.MailSSOVerify:
		return s.dispatchConfirmation(ctx, tokenDigest)
	case domain.MailClientLink:
		return s.dispatchClientLink(ctx, tokenDigest)
	}
	token, user, ok, err := s.Letter(ctx, m.Kind, tokenDigest)
	if err == nil && !ok {
		err = problem.Missing()
	}
	return Dispatch{Token: token, Name: user.DisplayName}, err
}

func (s *Store) dispatchInvitation(ctx context.Context, tokenDigest string) (Dispatch, error) {
	offer, err := s.Offer(ctx, tokenDigest)
	if err != nil {
		return Dispatch{}, err
	}
	i := offer.Invitation
	return Dispatch{
		Token:   domain.Token{Digest: tokenDigest, Kind: domain.MailInvitation, TargetID: i.ID, Email: i.Email, ExpiresAt: i.ExpiresAt},
		Inviter: offer.Inviter, Workspace: offer.Workspace.Name, Role: i.Role,
	}, nil
}

func (s *Store) dispatchClientLink(ctx context.Context, tokenDigest string) (Dispatch, error) {
	c, err := s.ClientCase(ctx, tokenDigest)
	if err != nil {
		return Dispatch{}, err
	}
	if c.Submission.LinkStatus(c.Link.ID, s.instant()) != domain.LinkOpen {
		return Dispatch{}, problem.Missing()
	}
	f, err := s.batch(ctx, profileKey(c.Link.CreatedBy), profileKey(c.Submission.UserID))
	if err != nil {
		return Dispatch{}, err
	}
	maker, _, err := one[domain.User](f, profileKey(c.Link.CreatedBy))
	if err != nil {
		return Dispatch{}, err
	}
	person, _, err := one[domain.User](f, profileKey(c.Submission.UserID))
	return Dispatch{
		Token:   domain.Token{Digest: tokenDigest, Kind: domain.MailClientLink, TargetID: c.Link.ID, Email: c.Link.Email, ExpiresAt: c.Link.ExpiresAt},
		Inviter: maker.DisplayName, Workspace: c.Workspace.Name, Person: person.DisplayName,
	}, err
}

// dispatchConfirmation names nobody: what a provider calls somebody who claims
// an address is no word of ours to its holder.
func (s *Store) dispatchConfirmation(ctx context.Context, tokenDigest string) (Dispatch, error) {
	token, ok, err := s.ExternalLetter(ctx, tokenDigest)
	if err == nil && !ok {
		err = problem.Missing()
	}
	return Dispatch{Token: token}, err
}
