package accounts

import (
	"context"

	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
	"stint/shared/problem"
)

// What is counted per account, each in a window of its own.
const (
	CountRegister = "account.register"
	CountLogin    = "account.login"
	CountPassword = "account.password" // the current password, asked for again
	CountReset    = "account.reset"
	CountVerify   = "account.verify"
	CountExternal = "account.external" // a login at a provider that claims the address
)

// Count counts an attempt at an account, existing or not. Errors: rate_limited.
func (d *Desk) Count(ctx context.Context, kind string, e domain.Email) error {
	if d.config.PerAccount == 0 {
		return nil
	}
	return d.store.Count(ctx, kind, string(e), d.config.PerAccount)
}

// Attempt counts an attempt and looks the account up at the same time; ok is
// false when there is none. Errors: rate_limited.
func (d *Desk) Attempt(ctx context.Context, kind string, e domain.Email) (user domain.User, ok bool, err error) {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return d.Count(ctx, kind, e) })
	group.Go(func() (err error) {
		user, ok, err = d.store.UserByEmail(ctx, e)
		return err
	})
	err = group.Wait()
	return user, ok, err
}

// Recognise finds the account of an address and checks its password. An
// address without an account, or an account without a password, costs what a
// wrong password costs. Any text will do: an address that cannot be one is
// merely unknown. Errors: unauthorized, rate_limited.
func (d *Desk) Recognise(ctx context.Context, address, plain string) (domain.User, error) {
	var email domain.Email
	email.ParseText(address) // stays "", which is nobody's, when it is no address
	user, _, err := d.Attempt(ctx, CountLogin, email)
	if err != nil {
		return user, err
	}
	right, outdated := d.hasher.Verify(user.PasswordHash, plain)
	if !right {
		return user, problem.New(problem.Unauthorized)
	}
	if outdated {
		// Who has proved who they are gets in; the next login tries again.
		_ = d.store.Rehash(ctx, user, d.hasher.Hash(plain))
	}
	return user, nil
}
