package account

import (
	"context"

	"stint/shared/accounts"
	"stint/shared/domain"
	"stint/shared/route"
)

func (f *Family) resendVerification(ctx context.Context, c *route.Call[route.NoInput]) (route.Done, error) {
	if err := f.accounts.CountAttempt(ctx, accounts.AttemptVerify, c.User.Email); err != nil {
		return route.Done{}, err
	}
	if c.User.EmailVerified {
		return route.OK, nil
	}
	return route.OK, f.sendTokenMail(ctx, c.Request, domain.MailVerifyEmail, c.User, verifyTokenLifetime)
}
