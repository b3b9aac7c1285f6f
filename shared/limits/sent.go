package limits

import (
	"context"

	"stint/shared/config"
	"stint/shared/domain"
	"stint/shared/domain/people"
)

// OnceCounter counts uses that have an id. *store.Store is one.
type OnceCounter interface {
	// CountOnce counts a use in the window of a time, once for each id; ok is false when
	// other uses have used the quota up.
	CountOnce(ctx context.Context, q domain.Quota, use domain.ID, at domain.Instant) (ok bool, err error)
}

// Sent counts mails before they are sent, those that a change queued. So the change makes no further call, and a limit
// never refuses it. Each method may be repeated for the same mail, which counts once. Errors: service_unavailable.
type Sent struct {
	counter OnceCounter
	limits  config.Limits
}

// NewSent makes the counter of mails that a change queued.
func NewSent(c config.Limits, counter OnceCounter) Sent { return Sent{counter, c} }

// unprovenNotice stands for all kinds of notices to an unproven address.
const unprovenNotice domain.MailKind = "unproven_notice"

// maxUnprovenNotifications bounds the mails of all kinds of notifications to an unproven address a day.
const maxUnprovenNotifications = 20

// MaySendNotice reports whether a notice may be sent: to each recipient a limited number of one kind on the day of the
// change. To an address that nobody has proved, all kinds count as one.
func (s Sent) MaySendNotice(ctx context.Context, m domain.Mail, to people.User) (bool, error) {
	kind := m.Kind
	if !to.EmailVerified {
		kind = unprovenNotice
	}
	return s.count(ctx, m, recipientQuotas(s.limits, string(kind), to.Email))
}

// MaySendNotification counts the mails of each cause on their own, such as those on a submission. So a person whom many
// timesheets concern is mailed about all of them. To an address that nobody has proved, all kinds together have a limit
// too. So nobody can fill the mailbox of a stranger.
func (s Sent) MaySendNotification(ctx context.Context, m domain.Mail, to people.User, cause domain.ID) (bool, error) {
	quotas := recipientQuotas(s.limits, string(m.Kind)+"."+string(cause), to.Email)
	if !to.EmailVerified && len(quotas) > 0 {
		quotas = append(quotas, dailyQuotas("mail.to.unproven", string(to.Email), maxUnprovenNotifications)...)
	}
	return s.count(ctx, m, quotas)
}

// MaySendToClient reports whether a mail to somebody without an account may be sent, for a user of the mail's
// workspace. It counts for the recipient, the user and the workspace, in this order: those before one that is used up
// stay counted.
func (s Sent) MaySendToClient(ctx context.Context, m domain.Mail, to domain.Email, sender domain.ID) (bool, error) {
	sending := Sending{Kind: m.Kind, To: to, SenderID: sender, WorkspaceID: m.WorkspaceID}
	return s.count(ctx, m, sending.Quotas(s.limits))
}

// count counts a mail against one quota after the other, up to one that is used up.
func (s Sent) count(ctx context.Context, m domain.Mail, quotas []domain.Quota) (bool, error) {
	for _, quota := range quotas {
		if ok, err := s.counter.CountOnce(ctx, quota, m.ID, m.CreatedAt); err != nil || !ok {
			return false, err
		}
	}
	return true, nil
}
