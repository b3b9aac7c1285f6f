package accounts

import (
	"context"

	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
	"stint/shared/problem"
)

// What is counted per account, each in a window of its own.
const (
	AttemptRegister = "account.register"
	AttemptLogin    = "account.login"
	AttemptPassword = "account.password" // the current password, asked for again
	AttemptReset    = "account.reset"
	AttemptVerify   = "account.verify"
	AttemptExternal = "account.external" // a login at a provider that claims the address
)

// CountAttempt counts an attempt at an account, existing or not. Errors: rate_limited.
func (s *Service) CountAttempt(ctx context.Context, kind string, e domain.Email) error {
	if s.config.AttemptsPerAccount == 0 {
		return nil
	}
	return s.store.CountAttempt(ctx, kind, string(e), s.config.AttemptsPerAccount)
}

// CountAndFindUser counts an attempt and looks the account up at the same time; ok is
// false when there is none. Errors: rate_limited.
func (s *Service) CountAndFindUser(ctx context.Context, kind string, e domain.Email) (user domain.User, ok bool, err error) {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return s.CountAttempt(ctx, kind, e) })
	group.Go(func() (err error) {
		user, ok, err = s.store.UserByEmail(ctx, e)
		return err
	})
	err = group.Wait()
	return user, ok, err
}

// Authenticate finds the account of an address and checks its password. An
// address without an account, or an account without a password, costs what a
// wrong password costs. Any text will do: an address that cannot be one is
// merely unknown. Errors: unauthorized, rate_limited.
func (s *Service) Authenticate(ctx context.Context, address, plain string) (domain.User, error) {
	var email domain.Email
	email.ParseText(address) // stays "", which is nobody's, when it is no address
	user, _, err := s.CountAndFindUser(ctx, AttemptLogin, email)
	if err != nil {
		return user, err
	}
	ok, outdated := s.hasher.Verify(user.PasswordHash, plain)
	if !ok {
		return user, problem.New(problem.CodeUnauthorized)
	}
	if outdated {
		// Who has proved who they are gets in; the next login tries again.
		_ = s.store.RehashPassword(ctx, user, s.hasher.Hash(plain))
	}
	return user, nil
}
