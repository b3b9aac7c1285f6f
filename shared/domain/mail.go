package domain

// MailKind says what a mail is about; the text is made when it is sent.
type MailKind string

// The kinds of mail.
const (
	MailVerifyEmail   MailKind = "verify_email"
	MailPasswordReset MailKind = "password_reset"
	MailInvitation    MailKind = "invitation"
)

// Mail is a message that waits to be sent. It holds ids only: addresses, names
// and the token in its link are looked up or derived when it is sent.
type Mail struct {
	ID          ID       `db:"id"`
	Kind        MailKind `db:"kind"`
	UserID      ID       `db:"uid,omitempty"` // whose account it is about
	WorkspaceID ID       `db:"wid,omitempty"`
	TargetID    ID       `db:"target"` // what the token is for: the mail itself, or an invitation
	Round       int      `db:"round"`  // how often a new token was made for the target
	CreatedAt   Instant  `db:"created"`
	Tries       int      `db:"tries,omitempty"`
}

// Token is a one-time token as the table knows it: by its digest only.
type Token struct {
	Digest      string   `db:"digest"` // SHA-256 of the token in hex
	Kind        MailKind `db:"kind"`
	UserID      ID       `db:"uid,omitempty"`
	WorkspaceID ID       `db:"wid,omitempty"`
	TargetID    ID       `db:"target"`
	Email       Email    `db:"email,omitempty"` // the address it was sent to
	ExpiresAt   Instant  `db:"ends"`
}
