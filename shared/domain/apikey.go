package domain

import "time"

// APIKey lets a program act as its creator in one workspace. The key itself is
// not stored, only its digest.
type APIKey struct {
	ID          ID       `db:"id"`
	UserID      ID       `db:"uid"`
	WorkspaceID ID       `db:"wid"`
	Digest      string   `db:"digest"` // SHA-256 of the key in hex
	Name        Name     `db:"name"`
	Prefix      string   `db:"prefix"`
	LastFour    string   `db:"last4"`
	KeyEpoch    int64    `db:"key_epoch"`            // the member's KeyEpoch when the key was made
	UserEpoch   int64    `db:"user_epoch,omitempty"` // the user's APIKeyEpoch when the key was made
	CreatedAt   Instant  `db:"created"`
	LastUsedAt  *Instant `db:"used,omitempty"` // at most LastUsedInterval behind the real last use
	ExpiresAt   *Instant `db:"expires,omitempty"`
	RevokedAt   *Instant `db:"revoked,omitempty"`

	WorkspaceEpoch int64     `db:"ws_epoch,omitempty"` // the workspace's KeyEpoch when the key was made
	Access         KeyAccess `db:"access,omitempty"`   // "" is full: keys made before levels existed
}

// LastUsedInterval is the shortest time between two writes of LastUsedAt.
const LastUsedInterval = time.Hour

// Valid reports whether the key itself is neither revoked nor expired. What it
// depends on may have ended it too: see APIKeyDetails.
func (k APIKey) Valid(now Instant) bool { return k.RevokedAt == nil && !k.expired(now) }

func (k APIKey) expired(now Instant) bool {
	return k.ExpiresAt != nil && !now.Before(k.ExpiresAt.Time)
}

// ShouldRecordUse reports whether a use now should be written to LastUsedAt.
func (k APIKey) ShouldRecordUse(now Instant) bool {
	return k.LastUsedAt == nil || !now.Before(k.LastUsedAt.Plus(LastUsedInterval).Time)
}
