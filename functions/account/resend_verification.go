package account

import (
	"context"

	"stint/shared/accounts"
	"stint/shared/domain"
	"stint/shared/route"
)

func (f *Family) resendVerification(ctx context.Context, c *route.Call[route.NoInput]) (route.Done, error) {
	may, err := f.accounts.MaySend(ctx, accounts.AttemptVerify, domain.MailVerifyEmail, c.User.Email)
	if err != nil {
		return route.Done{}, err
	}
	if !may || c.User.EmailVerified {
		return route.OK, nil
	}
	return route.OK, f.sendTokenMail(ctx, c.Request, domain.MailVerifyEmail, c.User, verifyTokenLifetime)
}
