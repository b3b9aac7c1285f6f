package worker

import (
	"context"
	"errors"

	"stint/shared/domain"
	"stint/shared/mail"
	"stint/shared/problem"
	"stint/shared/store"
)

// DeliverNotice tells an account of a change of access to it. It skips an account that
// is gone, a workspace that was restored, and a notice over the limit of its recipient.
// Where proof of an address is required, it skips an account without it: the address may
// be that of another person, whom the changes do not concern.
func (p *Mailer) DeliverNotice(ctx context.Context, m domain.Mail) error {
	data, err := p.noticeData(ctx, m)
	if problem.Is(err, problem.CodeNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if p.VerificationRequired && !data.To.EmailVerified {
		return nil
	}
	if ok, err := p.Limits.MaySendNotice(ctx, m, data.To); err != nil || !ok {
		return err
	}
	message, err := mail.ComposeNotice(m, data)
	if err != nil {
		return err
	}
	return p.Sender.Send(ctx, message)
}

// noticeData reads what a notice shows. Errors: not_found when there is nothing to tell
// any more.
func (p *Mailer) noticeData(ctx context.Context, m domain.Mail) (mail.NoticeData, error) {
	d, err := p.noticeSubject(ctx, m)
	if err != nil {
		return d, err
	}
	to := m.UserID
	if d.Stay != nil {
		to = d.Stay.Workspace.OwnerID
	}
	if d.To, err = p.Store.NoticeRecipient(ctx, to); err != nil {
		return d, err
	}
	d.Zone, err = p.Store.ZoneOf(ctx, d.To)
	return d, err
}

// noticeSubject reads the record that a notice is about, if it is about one. Errors: not_found.
func (p *Mailer) noticeSubject(ctx context.Context, m domain.Mail) (d mail.NoticeData, err error) {
	switch m.Kind {
	case domain.NoticeWorkspaceDeleted:
		w, err := p.Store.DeletedWorkspace(ctx, m.WorkspaceID)
		return mail.NoticeData{Deleted: &w}, err
	case domain.NoticeApp:
		grant, ok, err := p.Store.Grant(ctx, m.TargetID)
		if err == nil && (!ok || grant.Workspace == nil) {
			err = problem.NotFound()
		}
		return mail.NoticeData{Grant: &grant}, err
	case domain.NoticeWebhookOff:
		h, err := p.Store.Webhook(ctx, m.WorkspaceID, m.TargetID)
		return mail.NoticeData{Webhook: &h}, err
	case domain.NoticeWebhooksStay:
		d.Stay, err = p.Store.StayingWebhooks(ctx, m.WorkspaceID, m.TargetID)
	}
	return d, err
}

// notifyDisabled queues the notices of webhooks that the service switched off. The function
// that switches them off may not write to the queue.
func notifyDisabled(s *store.Store) func(context.Context) error {
	return func(ctx context.Context) error {
		found, err := s.DisabledWebhooks(ctx)
		for _, h := range found {
			err = errors.Join(err, s.NotifyDisabled(ctx, h))
		}
		return err
	}
}
