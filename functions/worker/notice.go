package worker

import (
	"context"

	"stint/shared/domain"
	"stint/shared/mail"
	"stint/shared/problem"
)

// DeliverNotice tells an account of a change of access to it. It skips an account that
// is gone, and a notice over the limit of its recipient.
func (p *Mailer) DeliverNotice(ctx context.Context, m domain.Mail) error {
	user, err := p.Store.NoticeRecipient(ctx, m.UserID)
	if problem.Is(err, problem.CodeNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if ok, err := p.Notices.Admit(ctx, m, user.Email); err != nil || !ok {
		return err
	}
	message, err := mail.ComposeNotice(m, user)
	if err != nil {
		return err
	}
	return p.Sender.Send(ctx, message)
}
