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
	if ok, err := p.Notices.MaySend(ctx, m, data.To); err != nil || !ok {
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
func (p *Mailer) noticeData(ctx context.Context, m domain.Mail) (d mail.NoticeData, err error) {
	if m.Kind == domain.NoticeWorkspaceDeleted {
		w, err := p.Store.DeletedWorkspace(ctx, m.WorkspaceID)
		if err != nil {
			return d, err
		}
		d.Deleted = &w
	}
	if m.Kind == domain.NoticeApp {
		grant, ok, err := p.Store.Grant(ctx, m.TargetID)
		if err != nil {
			return d, err
		}
		if !ok || grant.Workspace == nil {
			return d, problem.NotFound()
		}
		d.Grant = &grant
	}
	if m.Kind == domain.NoticeWebhookOff {
		h, err := p.Store.Webhook(ctx, m.WorkspaceID, m.TargetID)
		if err != nil {
			return d, err
		}
		d.Webhook = &h
	}
	if m.Kind == domain.NoticeWebhooksStay {
		if d.Stay, err = p.Store.StayingWebhooks(ctx, m.WorkspaceID, m.TargetID); err != nil {
			return d, err
		}
		m.UserID = d.Stay.Workspace.OwnerID
	}
	if d.To, err = p.Store.NoticeRecipient(ctx, m.UserID); err != nil {
		return d, err
	}
	d.Zone, err = p.Store.ZoneOf(ctx, d.To)
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
