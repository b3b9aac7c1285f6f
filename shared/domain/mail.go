package domain

// MailKind says what a mail is about; the text is made when it is sent.
type MailKind = WorkKind

// The kinds of mail.
const (
	MailVerifyEmail   MailKind = "verify_email"
	MailPasswordReset MailKind = "password_reset"
	MailInvitation    MailKind = "invitation"
	MailClientLink    MailKind = "client_link"
	MailSSOVerify     MailKind = "sso_verify"
)

// Mail is the work of sending a message. It holds ids only: addresses, names
// and the token in its link are looked up or derived when it is sent. Its
// target is what the token is for: the mail itself, an invitation, or a link to
// a timesheet.
type Mail = Work

// MailedToken is a one-time token as the table knows it: by its digest only.
type MailedToken struct {
	Digest      string   `db:"digest"` // SHA-256 of the token in hex
	Kind        MailKind `db:"kind"`
	UserID      ID       `db:"uid,omitempty"`
	WorkspaceID ID       `db:"wid,omitempty"`
	TargetID    ID       `db:"target"`
	ParentID    ID       `db:"parent,omitempty"` // of the target: a link's submission
	Email       Email    `db:"email,omitempty"`  // the address it was sent to
	Epoch       int64    `db:"epoch,omitempty"`  // the user's when it was made; a reset is dead in a later one
	ExpiresAt   Instant  `db:"ends"`

	// Login is what an sso_verify token links; nil for all other kinds.
	Login *PendingLogin `db:"login,omitempty"`
}

// PendingLogin is a subject at an identity provider that claims an address
// which is not proven yet.
type PendingLogin struct {
	Provider string `db:"provider"`
	Subject  string `db:"sub"`
	Name     Name   `db:"name,omitempty"` // as the provider tells it, for a new account
}
