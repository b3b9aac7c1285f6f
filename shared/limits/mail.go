package limits

import (
	"context"

	"stint/shared/config"
	"stint/shared/domain"
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
