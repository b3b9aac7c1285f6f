package domain

// The kinds of notices: mails that tell the account of a change of access to it, or of the
// deletion of its workspace. They have no token. Each is queued in the transaction of the
// change.
const (
	NoticePassword        MailKind = "password_changed" // new or reset
	NoticeLoginLinked     MailKind = "login_linked"
	NoticeLoginUnlinked   MailKind = "login_unlinked"
	NoticeAPIKey          MailKind = "api_key_created"
	NoticeSecondFactorOn  MailKind = "second_factor_on"
	NoticeSecondFactorOff MailKind = "second_factor_off"
	NoticeSignIn          MailKind = "new_sign_in" // from a device that is not known; see Device

	NoticeWorkspaceDeleted MailKind = "workspace_deleted" // to its owner, with the id that restores it
	NoticeWebhookOff       MailKind = "webhook_off"       // to its maker: the service switched it off
)

// Notices lists all kinds of notices.
func Notices() []MailKind {
	return []MailKind{
		NoticePassword, NoticeLoginLinked, NoticeLoginUnlinked, NoticeAPIKey, NoticeSecondFactorOn, NoticeSecondFactorOff, NoticeSignIn, NoticeWorkspaceDeleted,
		NoticeWebhookOff,
	}
}

// NewNotice is a notice to an account. Its address and names are read when it is sent.
func NewNotice(kind MailKind, user ID, now Instant) Mail {
	notice := Mail{ID: NewID(), Kind: kind, UserID: user, CreatedAt: now}
	notice.TargetID = notice.ID
	return notice
}

// NewDeletionNotice is the notice to the owner of a workspace that is deleted.
func NewDeletionNotice(w Workspace) Mail {
	notice := NewNotice(NoticeWorkspaceDeleted, w.OwnerID, *w.DeletedAt)
	notice.WorkspaceID = w.ID
	return notice
}

// NewWebhookNotice is the notice that a webhook was switched off. Its host is read when it is
// sent.
func NewWebhookNotice(h Webhook, to ID, now Instant) Mail {
	notice := NewNotice(NoticeWebhookOff, to, now)
	notice.WorkspaceID, notice.TargetID = h.WorkspaceID, h.ID
	return notice
}
