package account

import (
	"context"
	"time"

	"stint/shared/accounts"
	"stint/shared/auth/opaque"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store/peopledb"
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
func (f *Family) requestReset(ctx context.Context, r *route.Request, in requestResetInput) (route.Done, error) {
	may, user, known, err := f.accounts.MaySendReset(ctx, in.Body.Email)
	if err != nil {
		return route.Done{}, err
	}
	if !may || !known {
		user = people.User{ID: domain.NewID(), Email: in.Body.Email}
	}
	return route.OK, f.sendTokenMail(ctx, r, domain.MailPasswordReset, user, resetTokenLifetime)
}

type confirmResetInput struct {
	Body struct {
		Token       string `json:"token"`       // The secret from the mail.
		NewPassword string `json:"newPassword"` // The new password.
		// whether the account's API keys stay valid; by default they end
		KeepAPIKeys wire.Optional[bool] `json:"keepApiKeys"`
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

type setPasswordInput struct {
	Body struct {
		NewPassword string `json:"newPassword"` // The new password.
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

// How long the links in these mails are valid.
const (
	resetTokenLifetime  = 60 * time.Minute
	verifyTokenLifetime = 24 * time.Hour
)

// newTokenMail makes a mail to a user with a token that works once. Errors:
// service_unavailable.
func (f *Family) newTokenMail(ctx context.Context, r *route.Request, kind domain.MailKind, u people.User,
	lifetime time.Duration) (peopledb.TokenMail, error) {
	mail := domain.Mail{ID: domain.NewID(), Kind: kind, UserID: u.ID, CreatedAt: r.Now}
	mail.TargetID = mail.ID
	token, err := opaque.TokenRecord(ctx, f.secrets, mail, u.Email, r.Now.Plus(lifetime))
	token.Epoch, token.Language = u.PasswordEpoch, accounts.LanguageOfMail(r, &u)
	return peopledb.TokenMail{Mail: mail, Token: token}, err
}

// sendTokenMail queues such a mail.
func (f *Family) sendTokenMail(ctx context.Context, r *route.Request, kind domain.MailKind, u people.User,
	lifetime time.Duration) error {
	mail, err := f.newTokenMail(ctx, r, kind, u, lifetime)
	if err != nil {
		return err
	}
	return f.store.SendTokenMail(ctx, mail)
}
