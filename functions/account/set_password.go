package account

import (
	"context"

	"stint/shared/accounts"
	"stint/shared/problem"
	"stint/shared/route"
)

type setPasswordInput struct {
	Body struct {
		NewPassword string `json:"newPassword"`
	}
}

// errHasPassword answers a first password for an account that has one.
var errHasPassword = problem.Conflict(problem.PasswordAlreadySet, "The account has a password already.")

func (f *Family) setPassword(ctx context.Context, c *route.Call[setPasswordInput]) (route.Done, error) {
	in, issues, err := c.Read()
	if err != nil {
		return route.Done{}, err
	}
	accounts.CheckPassword(issues, "newPassword", in.Body.NewPassword, c.User.Email)
	if err := issues.Err(); err != nil {
		return route.Done{}, err
	}
	if c.User.HasPassword() {
		return route.Done{}, errHasPassword
	}
	return route.OK, f.store.SetFirstPassword(ctx, c.User.SetPassword(f.hasher.Hash(in.Body.NewPassword)))
}
