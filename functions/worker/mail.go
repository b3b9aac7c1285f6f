package worker

import (
	"context"

	"stint/shared/auth/opaque"
	"stint/shared/domain"
	"stint/shared/limits"
	"stint/shared/locale"
	"stint/shared/mail"
	"stint/shared/problem"
	"stint/shared/secret"
	"stint/shared/signing"
	"stint/shared/store"
)

// Mailer is the handler of mails.
type Mailer struct {
	Store   *store.Store
	Sender  mail.Sender
	Secrets secret.Source
	BaseURL string // of links, without a trailing slash
	Limits  limits.Sent

	VerificationRequired bool // whether notices go to proven addresses only
}

// Deliver sends one mail. It skips a mail without a valid token: there is
// nothing left to send.
func (p *Mailer) Deliver(ctx context.Context, m domain.Mail) error {
	raw, err := opaque.RawMailToken(ctx, p.Secrets, m)
	if err != nil {
		return err
	}
	found, err := p.Store.MailData(ctx, m, opaque.TokenDigest(raw))
	if problem.Is(err, problem.CodeNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	values, err := paramsOf(found, raw)
	if err != nil {
		return err
	}
	message, err := mail.Compose(p.BaseURL, m.ID, m.Kind, values)
	if err != nil {
		return err
	}
	return p.Sender.Send(ctx, message)
}

// paramsOf are the values in a mail with a token.
func paramsOf(found store.MailData, rawToken string) (mail.Params, error) {
	values := mail.Params{
		To: found.Token.Email, Name: found.Recipient, Inviter: found.Inviter, Workspace: found.Workspace,
		Submitter: found.Submitter, Language: locale.Choose(found.Language), Zone: found.Zone,
		Role: found.Role, RawToken: rawToken, ExpiresAt: found.Token.ExpiresAt, Logo: found.Logo,
	}
	if found.Content == nil {
		return values, nil
	}
	timesheet, err := signing.ParseContent(found.Content)
	values.First, values.Last, values.Seconds = timesheet.PeriodStart, timesheet.PeriodEnd, timesheet.TotalSeconds
	if timesheet.ClientName != nil {
		values.Client = *timesheet.ClientName
	}
	return values, err
}

// Handlers are the handlers of all kinds of mail.
func (p *Mailer) Handlers() map[domain.WorkKind]Handler {
	handlers := map[domain.WorkKind]Handler{
		domain.MailVerifyEmail:   singleTurn(p.Deliver),
		domain.MailPasswordReset: singleTurn(p.Deliver),
		domain.MailInvitation:    singleTurn(p.Deliver),
		domain.MailClientLink:    singleTurn(p.Deliver),
		domain.MailSSOVerify:     singleTurn(p.Deliver),
	}
	for _, kind := range domain.Notices() {
		handlers[kind] = singleTurn(p.DeliverNotice)
	}
	return handlers
}
