package people

import (
	"time"

	"stint/shared/domain"
)

// Bounds of passkeys.
const (
	MaxPasskeys        = 10              // of an account
	PasskeyCeremonyTTL = 5 * time.Minute // how long a challenge can be answered
)

// Passkey is a WebAuthn credential with which a user signs in. The authenticator verifies the user, so it counts as
// both factors.
type Passkey struct {
	ID         domain.ID       `db:"id"`
	UserID     domain.ID       `db:"uid"`
	Name       domain.Name     `db:"name"`
	Credential []byte          `db:"cred"` // with the public key and the counter; package passkey reads it
	CreatedAt  domain.Instant  `db:"created"`
	LastUsedAt *domain.Instant `db:"used,omitempty"`
	Version    int64           `db:"ver"`
}

// PasskeyCeremony is a challenge that waits for the answer of an authenticator. It works once.
type PasskeyCeremony struct {
	Digest    string         `db:"digest"`        // of the challenge
	UserID    domain.ID      `db:"uid,omitempty"` // who adds a passkey; "" for a sign-in
	State     []byte         `db:"state"`         // package passkey reads it
	ExpiresAt domain.Instant `db:"ends"`
}

// NewPasskeyCeremony is a ceremony that begins now. The user is "" for a sign-in.
func NewPasskeyCeremony(challenge string, u domain.ID, state []byte, now domain.Instant) PasskeyCeremony {
	return PasskeyCeremony{Digest: domain.Digest(challenge), UserID: u, State: state,
		ExpiresAt: now.Plus(PasskeyCeremonyTTL)}
}

// HasPasskey reports whether the user can sign in with a passkey.
func (u User) HasPasskey() bool { return u.Passkeys > 0 }
