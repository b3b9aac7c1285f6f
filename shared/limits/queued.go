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

// Queued counts mails before they are queued.
type Queued struct {
	counter Counter
	limits  config.Limits
}

// NewQueued makes the counter of mails that a request queues.
func NewQueued(c config.Limits, counter Counter) Queued { return Queued{counter, c} }

// Sending is a mail that is counted.
type Sending struct {
	Kind        domain.MailKind
	To          domain.Email
	SenderID    domain.ID // the user who causes it; "" when nobody is signed in
	WorkspaceID domain.ID // that the user acts in; "" for mails about an account
}

// Count counts a mail for its recipient, its sender and its workspace: for all of
// them, or for none. Errors: rate_limited.
func (m Queued) Count(ctx context.Context, s Sending) error {
	return m.counter.Count(ctx, s.Quotas(m.limits)...)
}

// Quotas are what a mail counts against: the recipient first, then the sender and the workspace.
func (s Sending) Quotas(c config.Limits) []domain.Quota {
	quotas := recipientQuotas(c, string(s.Kind), s.To)
	quotas = append(quotas, dailyQuotas("mail.from", string(s.SenderID), c.MailPerSender)...)
	return append(quotas, dailyQuotas("mail.in", string(s.WorkspaceID), c.MailPerWorkspace)...)
}

// recipientQuotas is the quota of a recipient for one kind of mail, or none without a limit.
func recipientQuotas(c config.Limits, kind string, to domain.Email) []domain.Quota {
	return dailyQuotas("mail.to."+kind, string(to), c.MailPerRecipient)
}

// dailyQuotas is the quota of a subject for a day, or none without a limit or a subject.
func dailyQuotas(kind, subject string, limit int) []domain.Quota {
	if limit <= 0 || subject == "" {
		return nil
	}
	return []domain.Quota{{Kind: kind, Subject: subject, Limit: limit, Window: domain.Day}}
}
