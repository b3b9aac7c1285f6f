package account

import (
	"context"
	"time"

	"stint/shared/accounts"
	"stint/shared/auth/derive"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
)

// resetTokenLifetime is how long the link to reset a password is good for.
const resetTokenLifetime = 60 * time.Minute

// newTokenMail writes a mail of a kind to a user, with a token of its own.
func (f *Family) newTokenMail(r *route.Request, kind domain.MailKind, u domain.User, lifetime time.Duration) store.TokenMail {
	mail := domain.Mail{ID: domain.NewID(), Kind: kind, UserID: u.ID, CreatedAt: r.Now}
	mail.TargetID = mail.ID
	token := derive.TokenRecord(f.config.MasterSecret, mail, u.Email, r.Now.Plus(lifetime))
	token.Epoch = u.Epoch
	return store.TokenMail{Mail: mail, Token: token}
}

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

func (f *Family) resendVerification(ctx context.Context, c *route.Call[route.NoInput]) (route.Done, error) {
	if err := f.accounts.CountAttempt(ctx, accounts.AttemptVerify, c.User.Email); err != nil {
		return route.Done{}, err
	}
	if c.User.EmailVerified {
		return route.OK, nil
	}
	return route.OK, f.store.SendTokenMail(ctx, f.newTokenMail(c.Request, domain.MailVerifyEmail, c.User, verifyTokenLifetime))
}

type requestResetInput struct {
	Body struct {
		Email domain.Email `json:"email"`
	}
}

// requestReset does the same for every address: for one without an account it
// queues a mail to nobody, which the sender drops.
func (f *Family) requestReset(ctx context.Context, c *route.Call[requestResetInput]) (route.Done, error) {
	in, err := c.ReadValid()
	if err != nil {
		return route.Done{}, err
	}
	user, known, err := f.accounts.CountAndFindUser(ctx, accounts.AttemptReset, in.Body.Email)
	if err != nil {
		return route.Done{}, err
	}
	if !known {
		user = domain.User{ID: domain.NewID(), Email: in.Body.Email}
	}
	return route.OK, f.store.SendTokenMail(ctx, f.newTokenMail(c.Request, domain.MailPasswordReset, user, resetTokenLifetime))
}

type confirmResetInput struct {
	Body struct {
		Token       string `json:"token"`
		NewPassword string `json:"newPassword"`
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
	return route.OK, f.accounts.ResetPassword(ctx, mailed, in.Body.NewPassword)
}
