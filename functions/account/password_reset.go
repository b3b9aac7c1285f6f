package account

import (
	"context"

	"stint/shared/accounts"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

type requestResetInput struct {
	Body struct {
		Email domain.Email `json:"email"`
	}
}

// requestReset does the same work for every address, so that its time and cost do
// not reveal which addresses have an account. For an unknown address it queues a
// mail to a user that does not exist, and the worker drops it. It does the same over
// the limits of attempts and of mail.
func (f *Family) requestReset(ctx context.Context, c *route.Call[requestResetInput]) (route.Done, error) {
	in, err := c.ReadValid()
	if err != nil {
		return route.Done{}, err
	}
	may, user, known, err := f.accounts.MaySendAndFindUser(ctx, accounts.AttemptReset, domain.MailPasswordReset, in.Body.Email)
	if err != nil {
		return route.Done{}, err
	}
	if !may || !known {
		user = domain.User{ID: domain.NewID(), Email: in.Body.Email}
	}
	return route.OK, f.sendTokenMail(ctx, c.Request, domain.MailPasswordReset, user, resetTokenLifetime)
}

type confirmResetInput struct {
	Body struct {
		Token       string              `json:"token"`
		NewPassword string              `json:"newPassword"`
		KeepAPIKeys wire.Optional[bool] `json:"keepApiKeys" doc:"whether the account's API keys stay valid; by default they end"`
	}
}

func (f *Family) confirmReset(ctx context.Context, c *route.Call[confirmResetInput]) (route.Done, error) {
	in, issues, err := c.Read()
	if err != nil {
		return route.Done{}, err
	}
	var mailed accounts.MailedToken
	if issues.IsClean("token") {
		var ok bool
		mailed, ok, err = f.accounts.FindMailedToken(ctx, domain.MailPasswordReset, in.Body.Token)
		if err != nil {
			return route.Done{}, err
		}
		if !ok {
			issues.Add("token", problem.TokenInvalid)
		}
	}
	accounts.CheckPassword(issues, "newPassword", in.Body.NewPassword, mailed.User.Email)
	if err := issues.Err(); err != nil {
		return route.Done{}, err
	}
	return route.OK, f.accounts.ResetPassword(ctx, c.Now, accounts.PasswordReset{
		Token: mailed, Password: in.Body.NewPassword, KeepAPIKeys: in.Body.KeepAPIKeys.Value,
	})
}
