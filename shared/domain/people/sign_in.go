package people

import (
	"time"

	"stint/shared/domain"
)

// ProviderExternal is the id of the one identity provider, and of the one
// calendar provider, that an instance may be configured with.
const ProviderExternal = "external"

// OAuthPurpose says why a browser was sent to a provider. A state of one purpose
// is not valid for another.
type OAuthPurpose string

// The purposes.
const (
	OAuthSignIn   OAuthPurpose = "sso"
	OAuthCalendar OAuthPurpose = "calendar"
)

// OAuthStateLifetime is how long a user may take at the provider.
const OAuthStateLifetime = 10 * time.Minute

// OAuthState is the stored record of one flow to a provider. The state itself,
// and the verifier and nonce that are derived from it, are not stored.
type OAuthState struct {
	Digest        string         `db:"digest"` // SHA-256 of the state in hex
	Purpose       OAuthPurpose   `db:"purpose"`
	BrowserDigest string         `db:"browser"`             // SHA-256 of the value of the browser's cookie, in hex
	UserID        domain.ID      `db:"uid,omitempty"`       // "" if no account is known yet
	SessionID     domain.ID      `db:"sid,omitempty"`       // the session of that user in which the flow was started
	ReturnTo      string         `db:"return_to,omitempty"` // where the browser goes afterwards; "" is the default
	ExpiresAt     domain.Instant `db:"ends"`

	Reauthenticates bool `db:"reauth,omitempty"` // the user proves again who they are, for the session
}

// StartedAt is when the flow was started.
func (s OAuthState) StartedAt() domain.Instant { return s.ExpiresAt.Plus(-OAuthStateLifetime) }

// MailedToken is the stored record of a secret that is sent by mail and works
// once. The secret itself is not stored, only its digest.
type MailedToken struct {
	Digest      string          `db:"digest"` // SHA-256 of the token in hex
	Kind        domain.MailKind `db:"kind"`
	UserID      domain.ID       `db:"uid,omitempty"`
	WorkspaceID domain.ID       `db:"wid,omitempty"`
	TargetID    domain.ID       `db:"target"`
	ParentID    domain.ID       `db:"parent,omitempty"` // the submission, if the target is a client link
	Email       domain.Email    `db:"email,omitempty"`  // the address it was sent to
	// the user's when the token was made: of the password, or for LinksLogin of the sessions
	Epoch     int64          `db:"epoch,omitempty"`
	ExpiresAt domain.Instant `db:"ends"`

	// Language is that of the browser from which the mail was requested, for a user who chose none; "" is English.
	Language domain.Language `db:"lang,omitempty"`

	// Login is what an sso_verify token links; nil for all other kinds.
	Login *PendingLogin `db:"login,omitempty"`
}

// PendingLogin is an external login whose e-mail address is not verified yet.
type PendingLogin struct {
	Provider string      `db:"provider"`
	Subject  string      `db:"sub"`
	Name     domain.Name `db:"name,omitempty"` // the provider's name of the user, for a new account
}
