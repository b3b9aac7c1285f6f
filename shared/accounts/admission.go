package accounts

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
)

// admissionStore knows whether the instance has an account.
type admissionStore interface {
	// IsUsed reports whether the instance has an account.
	IsUsed(ctx context.Context) (bool, error)
	// MarkUsed marks that it has.
	MarkUsed(ctx context.Context) error
	// HasOpenInvitation reports whether an address has an open invitation.
	HasOpenInvitation(ctx context.Context, e domain.Email) (bool, error)
}

// CheckRegistration decides whether the holder of an address may have an account without an
// invitation. The first account of the instance is always admitted, and the store makes
// that a condition of the write. Errors: forbidden with registration_closed.
func (s *Service) CheckRegistration(ctx context.Context, e domain.Email) (domain.Admission, error) {
	if s.registration().Admits(e) {
		return domain.Admitted, nil
	}
	used, err := s.store.IsUsed(ctx)
	if err == nil && used {
		err = problem.Forbidden(problem.RegistrationClosed)
	}
	return domain.AdmittedAsFirst, err
}

// checkProvenRegistration is CheckRegistration for an address that was proved. An open invitation admits it too:
// its token would prove no more.
func (s *Service) checkProvenRegistration(ctx context.Context, e domain.Email) (domain.Admission, error) {
	admission, closed := s.CheckRegistration(ctx, e)
	if !problem.Is(closed, problem.CodeForbidden) {
		return admission, closed
	}
	invited, err := s.store.HasOpenInvitation(ctx, e)
	if err != nil {
		return admission, err
	}
	if !invited {
		return admission, closed
	}
	return domain.Admitted, nil
}

func (s *Service) registration() domain.RegistrationPolicy {
	return domain.RegistrationPolicy{InvitedOnly: s.config.InvitedOnly, Domains: s.config.RegistrationDomains}
}

// noteAccount marks at a sign-in that the instance has an account, where that matters.
// A table of an older version has no such mark.
func (s *Service) noteAccount(ctx context.Context) {
	if s.config.InvitedOnly || len(s.config.RegistrationDomains) > 0 {
		_ = s.store.MarkUsed(ctx) // the next sign-in tries again
	}
}
