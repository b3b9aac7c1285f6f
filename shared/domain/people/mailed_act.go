package people

import (
	"time"

	"stint/shared/domain"
)

// MailedAct is what a token in a notification allows: one act of the person who was mailed. Whoever holds the token
// may do that act and nothing else, as with a forwarded mail. It ends with the rights that the person had
// when it was made, even if they get them again.
type MailedAct struct {
	Digest      string          `db:"digest"` // SHA-256 of the token in hex
	Kind        domain.MailKind `db:"kind"`   // of the act
	Mail        domain.MailKind `db:"mail"`   // the kind of the mail that has the token; for ActMute what is switched off
	UserID      domain.ID       `db:"uid"`
	WorkspaceID domain.ID       `db:"wid,omitempty"`     // "" for ActMute
	TargetID    domain.ID       `db:"target,omitempty"`  // the submission or the timer; "" for ActMute
	Round       int             `db:"round,omitempty"`   // of the submission
	Reopens     int             `db:"reopens,omitempty"` // of the submission
	UserEpoch   int64           `db:"uepoch,omitempty"`  // of the account's API keys
	KeyEpoch    int64           `db:"kepoch,omitempty"`  // of the member
	RightsEpoch int64           `db:"repoch,omitempty"`  // of the member
	ExpiresAt   domain.Instant  `db:"ends"`
	UsedAt      *domain.Instant `db:"used,omitempty"` // nil until the act is done
}

// How long the tokens in notifications live.
const (
	ActLife  = 30 * 24 * time.Hour
	MuteLife = 365 * 24 * time.Hour // mail programs offer to unsubscribe in old mails too
)

// NewMailedAct is an act that a notification allows its recipient. Its digest is set when the token is derived.
func NewMailedAct(kind domain.MailKind, m domain.Mail, u User, in Member, now domain.Instant) MailedAct {
	a := MailedAct{
		Kind: kind, Mail: m.Kind, UserID: u.ID, WorkspaceID: m.WorkspaceID, UserEpoch: u.APIKeyEpoch,
		KeyEpoch: in.KeyEpoch, RightsEpoch: in.RightsEpoch, ExpiresAt: now.Plus(ActLife),
	}
	if kind == domain.ActMute { // it is about the account
		return MailedAct{Kind: kind, Mail: m.Kind, UserID: u.ID, ExpiresAt: now.Plus(MuteLife)}
	}
	return a
}

// IsOf reports whether the account is that which was mailed, and may act.
func (a MailedAct) IsOf(u *User) bool {
	return u != nil && u.MayAct() && u.ID == a.UserID
}

// IsKeptBy reports whether the member has lost no right since the act was mailed, and nothing that ends API keys has
// happened. An act ends with both.
func (a MailedAct) IsKeptBy(u User, m *Member) bool {
	return m != nil && m.Active() && u.APIKeyEpoch == a.UserEpoch && m.KeyEpoch == a.KeyEpoch &&
		m.RightsEpoch == a.RightsEpoch
}

// Use is the act after it was done.
func (a MailedAct) Use(now domain.Instant) MailedAct {
	a.UsedAt = &now
	return a
}
