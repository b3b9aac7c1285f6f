package worker

import (
	"context"

	"stint/shared/auth/derive"
	"stint/shared/domain"
	"stint/shared/mail"
	"stint/shared/problem"
	"stint/shared/store"
)

// Dispatches finds what a mail is made of.
type Dispatches interface {
	// Dispatch reads the token with the given digest and the names that its
	// mail shows. Errors: not_found when the token was used, revoked or has
	// expired, or what it is about is gone.
	Dispatch(ctx context.Context, m domain.Mail, tokenDigest string) (store.Dispatch, error)
}

var _ Dispatches = (*store.Store)(nil)

// Post is the handler of mails.
type Post struct {
	Store  Dispatches
	Sender mail.Sender
	Master []byte // the secret that tokens are derived from
	Base   string // of links, without a trailing slash
}

// Deliver sends one mail. One whose token is dead, or whose account, invitation
// or workspace is gone, is not sent any more: that is as good as done.
func (p *Post) Deliver(ctx context.Context, m domain.Mail) error {
	raw := derive.TokenFor(p.Master, m)
	found, err := p.Store.Dispatch(ctx, m, derive.Digest(raw))
	if problem.Is(err, problem.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	message, err := mail.Compose(p.Base, m.ID, m.Kind, mail.Facts{
		To: found.Token.Email, Name: found.Name, Inviter: found.Inviter, Workspace: found.Workspace, Person: found.Person,
		Role: found.Role, Token: raw, Ends: found.Token.ExpiresAt,
	})
	if err != nil {
		return err
	}
	return p.Sender.Send(ctx, message)
}

// Handlers are those of all kinds of mail.
func (p *Post) Handlers() map[domain.WorkKind]Handler {
	return map[domain.WorkKind]Handler{
		domain.MailVerifyEmail:   atOnce(p.Deliver),
		domain.MailPasswordReset: atOnce(p.Deliver),
		domain.MailInvitation:    atOnce(p.Deliver),
		domain.MailClientLink:    atOnce(p.Deliver),
		domain.MailSSOVerify:     atOnce(p.Deliver),
	}
}
