package domain

// The kinds of notices: mails that tell the account of a change of access to it. They
// have no token. Each is queued in the transaction of the change.
const (
	NoticePassword        MailKind = "password_changed" // new or reset
	NoticeLoginLinked     MailKind = "login_linked"
	NoticeLoginUnlinked   MailKind = "login_unlinked"
	NoticeAPIKey          MailKind = "api_key_created"
	NoticeSecondFactorOn  MailKind = "second_factor_on"
	NoticeSecondFactorOff MailKind = "second_factor_off"
	NoticeSignIn          MailKind = "new_sign_in" // from a client that is not known; see Client
)

// Notices lists all kinds of notices.
func Notices() []MailKind {
	return []MailKind{
		NoticePassword, NoticeLoginLinked, NoticeLoginUnlinked, NoticeAPIKey, NoticeSecondFactorOn, NoticeSecondFactorOff, NoticeSignIn,
	}
}

// NewNotice is a notice to an account. Its address and names are read when it is sent.
func NewNotice(kind MailKind, user ID, now Instant) Mail {
	notice := Mail{ID: NewID(), Kind: kind, UserID: user, CreatedAt: now}
	notice.TargetID = notice.ID
	return notice
}
