package account

import (
	"context"

	"stint/shared/accounts"
	"stint/shared/route"
)

type verifyEmailInput struct {
	Body struct {
		Token string `json:"token"`
	}
}

func (f *Family) verifyEmail(ctx context.Context, c *route.Call[verifyEmailInput]) (accounts.UserAnswer, error) {
	in, err := c.ReadValid()
	if err != nil {
		return accounts.UserAnswer{}, err
	}
	user, err := f.accounts.VerifyEmail(ctx, in.Body.Token)
	return accounts.UserAnswerOf(user), err
}
