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
}

// LastUsedInterval is the shortest time between two writes of LastUsedAt.
const LastUsedInterval = time.Hour

// Valid reports whether the key is neither revoked nor expired. The caller also
// has to check VoidedBy, and that the member is active and has the key's epoch.
func (k APIKey) Valid(now Instant) bool {
	return k.RevokedAt == nil && (k.ExpiresAt == nil || now.Before(k.ExpiresAt.Time))
}

// VoidedBy reports whether all keys of the user ended after this one was made.
func (k APIKey) VoidedBy(u User) bool { return k.UserEpoch != u.APIKeyEpoch }

// RevocationTime is when the key was revoked, alone or with all keys of the user;
// nil is never. After several such ends it is the time of the latest.
func (k APIKey) RevocationTime(u User) *Instant {
	if !k.VoidedBy(u) || k.RevokedAt != nil && (u.APIKeysVoidedAt == nil || k.RevokedAt.Before(u.APIKeysVoidedAt.Time)) {
		return k.RevokedAt
	}
	return u.APIKeysVoidedAt
}

// ShouldRecordUse reports whether a use now should be written to LastUsedAt.
func (k APIKey) ShouldRecordUse(now Instant) bool {
	return k.LastUsedAt == nil || !now.Before(k.LastUsedAt.Plus(LastUsedInterval).Time)
}
