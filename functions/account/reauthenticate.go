package account

import (
	"context"

	"stint/shared/accounts"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
)

type reauthenticateInput struct {
	Body struct {
		Password string `json:"password"`
	}
}

// reauthenticate makes the session of the request fresh. Every attempt at the password
// is counted, whether it is right or wrong.
func (f *Family) reauthenticate(ctx context.Context, c *route.Call[reauthenticateInput]) (route.Done, error) {
	in, err := c.ReadValid()
	if err != nil {
		return route.Done{}, err
	}
	if !c.User.HasPassword() {
		return route.Done{}, errNoPassword
	}
	if err := f.accounts.CountAttempt(ctx, accounts.AttemptPassword, c.User.Email); err != nil {
		return route.Done{}, err
	}
	if right, _ := f.hasher.Verify(c.User.PasswordHash, in.Body.Password); !right {
		return route.Done{}, problem.InvalidField("password", problem.PasswordIncorrect)
	}
	proved := c.Session.ProvedNow(domain.ByPassword, c.Now)
	return route.OK, conflictToUnauthorized(f.store.ProveSession(ctx, proved))
}
