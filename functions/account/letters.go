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

// resetLife is how long the link to reset a password is good for.
const resetLife = 60 * time.Minute

// letter writes a mail of a kind to a user, with a token of its own.
func (f *Family) letter(r *route.Request, kind domain.MailKind, u domain.User, life time.Duration) store.Letter {
	mail := domain.Mail{ID: domain.NewID(), Kind: kind, UserID: u.ID, CreatedAt: r.Now}
	mail.TargetID = mail.ID
	token := derive.TokenOf(f.config.MasterSecret, mail, u.Email, r.Now.Plus(life))
	token.Epoch = u.Epoch
	return store.Letter{Mail: mail, Token: token}
}

type verifyInput struct {
	Body struct {
		Token string `json:"token"`
	}
}

func (f *Family) verifyEmail(ctx context.Context, c *route.Call[verifyInput]) (accounts.UserAnswer, error) {
	in, err := c.Valid()
	if err != nil {
		return accounts.UserAnswer{}, err
	}
	user, err := f.desk.VerifyEmail(ctx, in.Body.Token)
	return accounts.AnswerUser(user), err
}

func (f *Family) resendVerification(ctx context.Context, c *route.Call[route.None]) (route.Done, error) {
	if err := f.desk.Count(ctx, accounts.CountVerify, c.User.Email); err != nil {
		return route.Done{}, err
	}
	if c.User.EmailVerified {
		return route.OK, nil
	}
	return route.OK, f.store.SendLetter(ctx, f.letter(c.Request, domain.MailVerifyEmail, c.User, verifyLife))
}

type requestResetInput struct {
	Body struct {
		Email domain.Email `json:"email"`
	}
}

// requestReset does the same for every address: for one without an account it
// queues a mail to nobody, which the sender drops.
func (f *Family) requestReset(ctx context.Context, c *route.Call[requestResetInput]) (route.Done, error) {
	in, err := c.Valid()
	if err != nil {
		return route.Done{}, err
	}
	user, known, err := f.desk.Attempt(ctx, accounts.CountReset, in.Body.Email)
	if err != nil {
		return route.Done{}, err
	}
	if !known {
		user = domain.User{ID: domain.NewID(), Email: in.Body.Email}
	}
	return route.OK, f.store.SendLetter(ctx, f.letter(c.Request, domain.MailPasswordReset, user, resetLife))
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
	var letter accounts.Letter
	if issues.Clean("token") {
		var ok bool
		letter, ok, err = f.desk.Letter(ctx, domain.MailPasswordReset, in.Body.Token)
		if err != nil {
			return route.Done{}, err
		}
		if !ok {
			issues.Add("token", problem.TokenInvalid)
		}
	}
	accounts.CheckPassword(issues, "newPassword", in.Body.NewPassword, letter.User.Email)
	if err := issues.Err(); err != nil {
		return route.Done{}, err
	}
	return route.OK, f.desk.ResetPassword(ctx, letter, in.Body.NewPassword)
}
