package worker

import (
	"context"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/projects"
	"stint/shared/limits"
	"stint/shared/mail"
	"stint/shared/problem"
	"stint/shared/secret"
	"stint/shared/store"
	"stint/shared/totals"
)

// Notifier is the handler of mails to people on what concerns them.
type Notifier struct {
	Store   *store.Store
	Sender  mail.Sender
	Secrets secret.Source
	BaseURL string // of links, without a trailing slash
	OwnURL  string // of this service; it is BaseURL unless a front end serves the pages
	Clock   func() time.Time
	Totals  totals.Service
	Limits  limits.Sent
	// the PDF of a signed copy
	WriteDocument WriteDocument

	VerificationRequired bool // whether mails go to proven addresses only
}

// Handlers are the handlers of all kinds of notifications, and of what queues them.
func (p *Notifier) Handlers() map[domain.WorkKind]Handler {
	handlers := map[domain.WorkKind]Handler{
		domain.WorkAskApprovers: p.AskApprovers,
		projects.WorkTellBudget: p.TellBudget,
		domain.MailSignedCopy:   singleTurn(p.SendCopy),
	}
	for _, kind := range domain.Notifications() {
		handlers[kind] = singleTurn(p.Notify)
	}
	return handlers
}

// AskApprovers replaces its work by a mail to everyone whom a submission waits for.
func (p *Notifier) AskApprovers(ctx context.Context, w domain.Work) (*Later, error) {
	approvers, err := p.Store.Approvers(ctx, w.WorkspaceID, w.TargetID)
	return mailTo(approvers, err, w, domain.NotifyTimesheetToApprove)
}

// mailTo replaces work by a mail of a kind to each user. The error is that of reading the users. Without users, or when
// what they are told of is gone, nothing is left to do.
func mailTo(users []domain.ID, err error, w domain.Work, kind domain.MailKind) (*Later, error) {
	if problem.Is(err, problem.CodeNotFound) || err == nil && len(users) == 0 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	mails := make([]domain.Mail, len(users))
	for i, to := range users {
		mails[i] = w.ResetTries()
		mails[i].ID, mails[i].Kind, mails[i].UserID = domain.NewID(), kind, to
	}
	return &Later{Instead: mails}, nil
}

// Notify sends a mail to a person on what concerns them. It sends nothing to a person who switched it off
// or is no active member of the workspace any more, to an unproven address where proof is
// required, over the limit of the recipient, and when the reason for the mail is gone.
func (p *Notifier) Notify(ctx context.Context, m domain.Mail) error {
	n, cause, err := p.load(ctx, m)
	if problem.Is(err, problem.CodeNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if !n.To.Wants(m.Kind) || p.VerificationRequired && !n.To.EmailVerified {
		return nil
	}
	if ok, err := p.Limits.MaySendNotification(ctx, m, n.To, cause); err != nil || !ok {
		return err
	}
	values, err := p.values(ctx, m, n)
	if err != nil {
		return err
	}
	message, err := mail.ComposeNotification(m, values)
	if err != nil {
		return err
	}
	return p.Sender.Send(ctx, message)
}

// load reads what a mail shows, and the record that its limit counts for. Errors: not_found when there is
// no reason for the mail any more.
func (p *Notifier) load(ctx context.Context, m domain.Mail) (n store.Notification, cause domain.ID, err error) {
	if n, err = p.Store.NotificationRecipient(ctx, m); err != nil {
		return n, "", err
	}
	if m.Kind == domain.NotifyBudgetReached {
		return n, m.TargetID, p.addBudget(ctx, m, &n)
	}
	if m.Kind == domain.NotifyTimerRunningLong {
		if n.Timer == nil || n.Timer.ID != m.TargetID || !n.Timer.RunsLong(m.CreatedAt) {
			err = problem.NotFound()
		}
		return n, m.WorkspaceID, err
	}
	submission := m.TargetID
	if m.Kind == domain.NotifyClientDecided {
		submission = m.ParentID
		if err = p.Store.AddLink(ctx, &n, m); err != nil {
			return n, "", err
		}
	}
	if err = p.Store.AddSubmission(ctx, &n, submission); err != nil {
		return n, "", err
	}
	if !isDue(m, n) {
		err = problem.NotFound()
	}
	cause = submission
	if m.Kind == domain.NotifyTimesheetToApprove {
		cause = n.Submission.UserID // who could send many by withdrawing and submitting again
	}
	return n, cause, err
}

// isDue reports whether the reason for a mail on a submission still exists.
func isDue(m domain.Mail, n store.Notification) bool {
	sub := n.Submission
	switch m.Kind {
	case domain.NotifyTimesheetToApprove:
		return sub.WaitsFor(n.To.ID, n.Role, n.Managed)
	case domain.NotifyTimesheetDecided:
		return sub.StillTells(int64(m.Round), sub.Events)
	default: // whatever address the client gave: nobody proved it
		return n.Link.Signature != nil
	}
}
