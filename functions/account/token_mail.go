package account

import (
	"context"
	"time"

	"stint/shared/accounts"
	"stint/shared/auth/derive"
	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/store"
)

// How long the links in these mails are valid.
const (
	resetTokenLifetime  = 60 * time.Minute
	verifyTokenLifetime = 24 * time.Hour
)

// newTokenMail makes a mail to a user with a token that works once. Errors:
// service_unavailable.
func (f *Family) newTokenMail(ctx context.Context, r *route.Request, kind domain.MailKind, u domain.User, lifetime time.Duration) (store.TokenMail, error) {
	mail := domain.Mail{ID: domain.NewID(), Kind: kind, UserID: u.ID, CreatedAt: r.Now}
	mail.TargetID = mail.ID
	token, err := derive.TokenRecord(ctx, f.secrets, mail, u.Email, r.Now.Plus(lifetime))
	token.Epoch, token.Language = u.PasswordEpoch, accounts.LanguageOfMail(r, &u)
	return store.TokenMail{Mail: mail, Token: token}, err
}

// sendTokenMail queues such a mail.
func (f *Family) sendTokenMail(ctx context.Context, r *route.Request, kind domain.MailKind, u domain.User, lifetime time.Duration) error {
	mail, err := f.newTokenMail(ctx, r, kind, u, lifetime)
	if err != nil {
		return err
	}
	return f.store.SendTokenMail(ctx, mail)
}
