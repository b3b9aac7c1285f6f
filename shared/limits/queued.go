package limits

import (
	"context"

	"stint/shared/config"
	"stint/shared/domain"
	"stint/shared/domain/people"
)

// Counter counts uses in windows that all instances share. *store.Store is one.
type Counter interface {
	// Count counts one use of each quota, or none if one is used up. Errors:
	// rate_limited.
	Count(ctx context.Context, quotas ...domain.Quota) error
}

// Mail counts mails before they are queued.
type Mail struct {
	counter Counter
	limits  config.Limits
}

// NewMail makes the counter of mails.
func NewMail(c config.Limits, counter Counter) Mail { return Mail{counter, c} }

// Sending is a mail that is about to be queued.
type Sending struct {
	Kind        domain.MailKind
	To          domain.Email
	SenderID    domain.ID // the user who causes it; "" when nobody is signed in
	WorkspaceID domain.ID // that the user acts in; "" for mails about an account
}

// Count counts a mail for its recipient, its sender and its workspace: for all of
// them, or for none. Errors: rate_limited.
func (m Mail) Count(ctx context.Context, s Sending) error {
	return m.counter.Count(ctx, MailQuotas(m.limits, s)...)
}

// MailQuotas are the quotas that a mail counts against.
func MailQuotas(c config.Limits, s Sending) (quotas []domain.Quota) {
	add := func(kind, subject string, limit int) {
		if limit > 0 && subject != "" {
			quotas = append(quotas, domain.Quota{Kind: kind, Subject: subject, Limit: limit, Window: domain.Day})
		}
	}
	add("mail.to."+string(s.Kind), string(s.To), c.MailPerRecipient)
	add("mail.from", string(s.SenderID), c.MailPerSender)
	add("mail.in", string(s.WorkspaceID), c.MailPerWorkspace)
	return quotas
}

// OnceCounter counts uses that have an id. *store.Store is one.
type OnceCounter interface {
	// CountOnce counts a use in the window of a time, once for each id; ok is false when
	// other uses have used the quota up.
	CountOnce(ctx context.Context, q domain.Quota, use domain.ID, at domain.Instant) (ok bool, err error)
}

// Notices counts notices before they are sent, not when they are queued. So the change
// that a notice tells of makes no further call, and a limit never refuses it.
type Notices struct {
	counter OnceCounter
	limits  config.Limits
}

// NewNotices makes the counter of notices.
func NewNotices(c config.Limits, counter OnceCounter) Notices { return Notices{counter, c} }

// unprovenNotice stands for all kinds of notices to an unproven address.
const unprovenNotice domain.MailKind = "unproven_notice"

// maxUnprovenNotifications bounds the mails of all kinds of notifications to an unproven address a day.
const maxUnprovenNotifications = 20

// MaySend reports whether a notice may be sent: to each recipient a limited number of one
// kind on the day of the change. To an address that nobody has proved, all kinds count as
// one. It may be repeated for the same notice. Errors: service_unavailable.
func (n Notices) MaySend(ctx context.Context, m domain.Mail, to people.User) (bool, error) {
	kind := m.Kind
	if !to.EmailVerified {
		kind = unprovenNotice
	}
	return n.count(ctx, m, n.quotas(kind, to))
}

// MaySendAbout is MaySend that counts a kind for each cause on its own, such as a submission. So a person
// whom many timesheets concern is mailed about all of them. To an address that nobody has proved, all kinds
// together have a limit too. So nobody can fill the mailbox of a stranger.
func (n Notices) MaySendAbout(ctx context.Context, m domain.Mail, to people.User, cause domain.ID) (bool, error) {
	quotas := n.quotas(m.Kind+"."+domain.MailKind(cause), to)
	if !to.EmailVerified && len(quotas) > 0 {
		quotas = append(quotas, domain.Quota{
			Kind: "mail.to.unproven", Subject: string(to.Email), Limit: maxUnprovenNotifications, Window: domain.Day,
		})
	}
	return n.count(ctx, m, quotas)
}

// MaySendFor reports whether a mail to somebody without an account may be sent, for a user of the mail's workspace. It
// counts for the recipient, the user and the workspace, as Mail.Count does before a mail is queued.
func (n Notices) MaySendFor(ctx context.Context, m domain.Mail, to people.User, sender domain.ID) (bool, error) {
	return n.count(ctx, m, MailQuotas(n.limits, Sending{Kind: m.Kind, To: to.Email, SenderID: sender,
		WorkspaceID: m.WorkspaceID}))
}

func (n Notices) quotas(kind domain.MailKind, to people.User) []domain.Quota {
	return MailQuotas(n.limits, Sending{Kind: kind, To: to.Email})
}

func (n Notices) count(ctx context.Context, m domain.Mail, quotas []domain.Quota) (bool, error) {
	for _, quota := range quotas {
		if ok, err := n.counter.CountOnce(ctx, quota, m.ID, m.CreatedAt); err != nil || !ok {
			return false, err
		}
	}
	return true, nil
}
