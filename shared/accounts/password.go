package accounts

import (
	"context"

	"stint/shared/auth/password"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/wire"
)

// Authenticate finds the account of an address and checks its password. An address
// without an account, and an account without a password, take the same time as a
// wrong password, so that the time does not reveal whether an account exists. So does a
// disabled account. Any text is accepted as address: a malformed one is an address
// without an account. Errors: unauthorized, rate_limited.
func (s *Service) Authenticate(ctx context.Context, address, plain string) (domain.User, error) {
	var email domain.Email
	email.ParseText(address) // stays "" when the text is no address; "" has no account
	guess, user, _, err := s.BeginGuessAndFindUser(ctx, AttemptLogin, email)
	if err != nil {
		return user, err
	}
	ok, outdated := s.hasher.Verify(user.PasswordHash, plain)
	if !ok || !user.MayAct() {
		return user, problem.New(problem.CodeUnauthorized)
	}
	guess.WasRight(ctx)
	if outdated {
		// A failure must not fail the sign-in. The next one tries again.
		_ = s.store.RehashPassword(ctx, user, s.hasher.Hash(plain))
	}
	return user, nil
}

// CheckPassword adds an issue when a new password is not acceptable. It checks before
// anything is hashed, and only when the path has no issue yet. An empty address is
// not compared.
func CheckPassword(issues *wire.Issues, path, plain string, e domain.Email) {
	if !issues.IsClean(path) {
		return
	}
	if code := password.Check(plain, string(e)); code != "" {
		issues.Add(path, code)
	}
}
