package domain

// MailedToken is the stored record of a secret that is sent by mail and works
// once. The secret itself is not stored, only its digest.
type MailedToken struct {
	Digest      string   `db:"digest"` // SHA-256 of the token in hex
	Kind        MailKind `db:"kind"`
	UserID      ID       `db:"uid,omitempty"`
	WorkspaceID ID       `db:"wid,omitempty"`
	TargetID    ID       `db:"target"`
	ParentID    ID       `db:"parent,omitempty"` // the submission, if the target is a client link
	Email       Email    `db:"email,omitempty"`  // the address it was sent to
	Epoch       int64    `db:"epoch,omitempty"`  // the user's when the token was made: of the password, or for LinksLogin of the sessions
	ExpiresAt   Instant  `db:"ends"`

	// Language is that of the browser from which the mail was requested, for a user who chose none; "" is English.
	Language Language `db:"lang,omitempty"`

	// Login is what an sso_verify token links; nil for all other kinds.
	Login *PendingLogin `db:"login,omitempty"`
}

// PendingLogin is an external login whose e-mail address is not verified yet.
type PendingLogin struct {
	Provider string `db:"provider"`
	Subject  string `db:"sub"`
	Name     Name   `db:"name,omitempty"` // the provider's name of the user, for a new account
}
