package domain

// MailKind says what a mail is about. Its text is made when it is sent.
type MailKind = WorkKind

// The kinds of mail.
const (
	MailVerifyEmail   MailKind = "verify_email"
	MailPasswordReset MailKind = "password_reset"
	MailInvitation    MailKind = "invitation"
	MailClientLink    MailKind = "client_link"
	MailSSOVerify     MailKind = "sso_verify"
	MailSignedCopy    MailKind = "signed_copy" // to a client who signed
)

// Mail is the work of sending a message. It contains only ids: addresses and names
// are read, and the token is derived, when it is sent. Its target is the record
// that the token is for: the mail itself, an invitation or a client link.
type Mail = Work
