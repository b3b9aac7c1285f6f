package domain

import "time"

// APIKey lets a program act as its creator in one workspace. The key itself is
// kept only as a digest.
type APIKey struct {
	ID          ID       `db:"id"`
	UserID      ID       `db:"uid"`
	WorkspaceID ID       `db:"wid"`
	Digest      string   `db:"digest"` // SHA-256 of the key in hex
	Name        Name     `db:"name"`
	Prefix      string   `db:"prefix"`
	LastFour    string   `db:"last4"`
	KeyEpoch    int64    `db:"key_epoch"` // the membership's when it was made
	CreatedAt   Instant  `db:"created"`
	LastUsedAt  *Instant `db:"used,omitempty"` // at most LastUsedInterval old
	ExpiresAt   *Instant `db:"expires,omitempty"`
	RevokedAt   *Instant `db:"revoked,omitempty"`
}

// LastUsedInterval is how often the last use of a key is written down at most.
const LastUsedInterval = time.Hour

// Valid reports whether the key may still be used by itself; whether its
// membership is in force is the member's matter.
func (k APIKey) Valid(now Instant) bool {
	return k.RevokedAt == nil && (k.ExpiresAt == nil || now.Before(k.ExpiresAt.Time))
}

// ShouldRecordUse reports whether a use now should be written down.
func (k APIKey) ShouldRecordUse(now Instant) bool {
	return k.LastUsedAt == nil || !now.Before(k.LastUsedAt.Plus(LastUsedInterval).Time)
}
