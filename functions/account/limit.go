package account

import (
	"context"

	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
)

// What is counted per account, each in a window of its own.
const (
	countRegister = "account.register"
	countLogin    = "account.login"
	countPassword = "account.password" // the current password, asked for again
	countReset    = "account.reset"
	countVerify   = "account.verify"
)

// count counts an attempt at an account, existing or not. Errors: rate_limited.
func (f *Family) count(ctx context.Context, kind string, e domain.Email) error {
	if f.config.PerAccount == 0 {
		return nil
	}
	return f.store.Count(ctx, kind, string(e), f.config.PerAccount)
}

// attempt counts an attempt and looks the account up at the same time; ok is
// false when there is none. Errors: rate_limited.
func (f *Family) attempt(ctx context.Context, kind string, e domain.Email) (user domain.User, ok bool, err error) {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return f.count(ctx, kind, e) })
	group.Go(func() (err error) {
		user, ok, err = f.store.UserByEmail(ctx, e)
		return err
	})
	err = group.Wait()
	return user, ok, err
}
