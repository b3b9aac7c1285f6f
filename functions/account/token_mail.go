package account

import (
	"time"

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

// newTokenMail makes a mail to a user with a token that works once.
func (f *Family) newTokenMail(r *route.Request, kind domain.MailKind, u domain.User, lifetime time.Duration) store.TokenMail {
	mail := domain.Mail{ID: domain.NewID(), Kind: kind, UserID: u.ID, CreatedAt: r.Now}
	mail.TargetID = mail.ID
	token := derive.TokenRecord(f.config.MasterSecret, mail, u.Email, r.Now.Plus(lifetime))
	token.Epoch = u.Epoch
	return store.TokenMail{Mail: mail, Token: token}
}
