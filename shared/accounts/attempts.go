package accounts

import (
	"context"

	"stint/shared/domain"
	"stint/shared/edge"
)

// The kinds of attempts that are counted per account and network. Each has a window of its own.
// The limit per client network is in shared/route/rate_limit.go.
const (
	AttemptRegister = "account.register"
	AttemptLogin    = "account.login"
	AttemptPassword = "account.password" // the current password of a signed-in user
	AttemptCode     = "account.code"     // a code of the second factor of a signed-in user
	AttemptReset    = "account.reset"
	AttemptVerify   = "account.verify"
	AttemptExternal = "account.external" // a sign-in at a provider that gives this address
)

// CountAttempt counts an attempt at the account of an address from the network of the
// request, whether or not the account exists. Attempts from elsewhere count apart, so
// that they do not lock the owner out. Errors: rate_limited.
func (s *Service) CountAttempt(ctx context.Context, kind string, e domain.Email) error {
	if s.config.AttemptsPerAccount == 0 {
		return nil
	}
	return s.store.CountAttempt(ctx, kind, string(e)+"\n"+edge.RequestInfoFrom(ctx).Network(), s.config.AttemptsPerAccount)
}
