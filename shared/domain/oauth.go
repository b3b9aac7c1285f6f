package domain

import "time"

// ProviderExternal is the id of the one identity provider, and of the one
// calendar provider, that an instance may be configured with.
const ProviderExternal = "external"

// OAuthPurpose says what somebody was sent to a provider for. A state of one
// purpose is unknown to every other.
type OAuthPurpose string

// The purposes.
const (
	OAuthSignIn   OAuthPurpose = "sso"
	OAuthCalendar OAuthPurpose = "calendar"
)

// OAuthStateLifetime is how long somebody may take at the provider.
const OAuthStateLifetime = 10 * time.Minute

// OAuthState is one visit to a provider as the table knows it. The state
// itself, and the verifier and nonce that are derived from it, are not kept.
type OAuthState struct {
	Digest        string       `db:"digest"` // SHA-256 of the state in hex
	Purpose       OAuthPurpose `db:"purpose"`
	BrowserDigest string       `db:"browser"`             // SHA-256 of what the browser's cookie holds, in hex
	UserID        ID           `db:"uid,omitempty"`       // for whose account; "" is for nobody's yet
	SessionID     ID           `db:"sid,omitempty"`       // of that user, in which it was begun
	ReturnTo      string       `db:"return_to,omitempty"` // where the browser goes afterwards; "" is where it goes by default
	ExpiresAt     Instant      `db:"ends"`
}
