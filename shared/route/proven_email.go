package route

import (
	"stint/shared/domain"
	"stint/shared/problem"
)

// RequireProvenEmail refuses a user who has not proved their e-mail address, where the
// instance requires that. Routes declare it with NeedsProvenEmail. Public routes that
// find their user later call it, and routes where the body decides whether it applies.
// Errors: forbidden with email_not_verified.
func (r *Request) RequireProvenEmail(u domain.User) error {
	if !r.server.VerificationRequired || u.EmailVerified {
		return nil
	}
	return problem.Forbidden(problem.EmailNotVerified)
}

// checkProvenEmail applies RequireProvenEmail to the caller of a route that declares it.
func (r *Request) checkProvenEmail() error {
	if !r.spec.NeedsProvenEmail {
		return nil
	}
	return r.RequireProvenEmail(r.User)
}
