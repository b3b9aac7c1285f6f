package account

import (
	"context"

	"stint/shared/accounts"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

type verifyEmailInput struct {
	Body struct {
		Token    string                `json:"token"`    // The secret from the mail.
		Password wire.Optional[string] `json:"password"` // of the account; required without an access token
	}
}

func (f *Family) verifyEmail(ctx context.Context, c *route.Call[verifyEmailInput]) (accounts.UserAnswer, error) {
	caller, err := f.authenticator.AuthenticateOptional(ctx, c.Authorization())
	if err != nil {
		return accounts.UserAnswer{}, err
	}
	in, issues, err := c.Read()
	if err != nil {
		return accounts.UserAnswer{}, err
	}
	if err := issues.Err(); err != nil {
		if caller.Session == nil && !in.Body.Password.Set && issues.IsClean("password") {
			issues.Add("password", problem.Required)
		}
		return accounts.UserAnswer{}, issues.Err()
	}
	user, err := f.accounts.VerifyEmail(ctx, c.Now, accounts.EmailConfirmation{
		Token: in.Body.Token, Session: caller.Session, Password: in.Body.Password,
	})
	return accounts.UserAnswerOf(user), err
}

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
