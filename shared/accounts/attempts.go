package accounts

import (
	"context"

	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
)

// The kinds of attempts that are counted per account. Each has a window of its own.
// The limit per client address is in shared/route/rate_limit.go.
const (
	AttemptRegister = "account.register"
	AttemptLogin    = "account.login"
	AttemptPassword = "account.password" // the current password of a signed-in user
	AttemptCode     = "account.code"     // a code of the second factor of a signed-in user
	AttemptReset    = "account.reset"
	AttemptVerify   = "account.verify"
	AttemptExternal = "account.external" // a sign-in at a provider that gives this address
)

// CountAttempt counts an attempt at the account of an address, whether or not it
// exists. Errors: rate_limited.
func (s *Service) CountAttempt(ctx context.Context, kind string, e domain.Email) error {
	if s.config.AttemptsPerAccount == 0 {
		return nil
	}
	return s.store.CountAttempt(ctx, kind, string(e), s.config.AttemptsPerAccount)
}

// CountAndFindUser counts an attempt and finds the account at the same time; ok is
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
