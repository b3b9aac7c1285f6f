package people

import (
	"slices"
	"time"

	"stint/shared/domain"
	"stint/shared/problem"
)

// APIKey lets a program act as its creator in one workspace. The key itself is
// not stored, only its digest.
type APIKey struct {
	ID          domain.ID       `db:"id"`
	UserID      domain.ID       `db:"uid"`
	WorkspaceID domain.ID       `db:"wid"`
	Digest      string          `db:"digest"` // SHA-256 of the key in hex
	Name        domain.Name     `db:"name"`
	Prefix      string          `db:"prefix"`
	LastFour    string          `db:"last4"`
	KeyEpoch    int64           `db:"key_epoch"`            // the member's KeyEpoch when the key was made
	UserEpoch   int64           `db:"user_epoch,omitempty"` // the user's APIKeyEpoch when the key was made
	CreatedAt   domain.Instant  `db:"created"`
	LastUsedAt  *domain.Instant `db:"used,omitempty"` // at most LastUsedInterval behind the real last use
	ExpiresAt   *domain.Instant `db:"expires,omitempty"`
	RevokedAt   *domain.Instant `db:"revoked,omitempty"`

	ListsReadOn domain.Date `db:"lists_on,omitempty"`        // the last day (UTC) on which the key read a list
	ListsRead   []string    `db:"lists,stringset,omitempty"` // the lists that it read on that day

	WorkspaceEpoch int64     `db:"ws_epoch,omitempty"` // the workspace's KeyEpoch when the key was made
	Access         KeyAccess `db:"access,omitempty"`   // "" is full: keys made before levels existed

	Feed *CalendarFeed `db:"feed,omitempty"` // of a calendar feed; nil for another key

	App        *App            `db:"app,omitempty"`     // of a grant; nil for a key that its user made
	Generation uint32          `db:"n,omitempty"`       // of the refresh token of a grant
	RotatedAt  *domain.Instant `db:"rotated,omitempty"` // when the refresh token of a grant was made
}

// NewAPIKey is a key of a member of a workspace. It expires as late as the workspace allows. What ends the keys of the
// user, the member or the workspace ends it.
func NewAPIKey(u User, m Member, w Workspace, name domain.Name, digest string, now domain.Instant) APIKey {
	return APIKey{
		ID: domain.NewID(), UserID: u.ID, WorkspaceID: w.ID, Digest: digest, Name: name, CreatedAt: now,
		KeyEpoch: m.KeyEpoch, UserEpoch: u.APIKeyEpoch, WorkspaceEpoch: w.KeyEpoch, ExpiresAt: w.latestKeyExpiry(now),
	}
}

// LastUsedInterval is the shortest time between two writes of LastUsedAt.
const LastUsedInterval = time.Hour

// Valid reports whether the key itself is neither revoked nor expired. What it
// depends on may have ended it too: see APIKeyDetails.
func (k APIKey) Valid(now domain.Instant) bool { return k.RevokedAt == nil && !k.expired(now) }

func (k APIKey) expired(now domain.Instant) bool {
	end := k.Expiry()
	return end != nil && !now.Before(end.Time)
}

// ShouldRecordUse reports whether a use now should be written to LastUsedAt.
func (k APIKey) ShouldRecordUse(now domain.Instant) bool {
	return k.LastUsedAt == nil || !now.Before(k.LastUsedAt.Plus(LastUsedInterval).Time)
}

// HasRead reports whether the key has read a list on the day (UTC) of a time.
func (k APIKey) HasRead(list string, now domain.Instant) bool {
	return k.ListsReadOn == domain.DateOf(now.Time) && slices.Contains(k.ListsRead, list)
}

// KeyAccess is how much an API key may do of what its owner may do.
type KeyAccess string

// The levels of access, from the least to the most.
const (
	AccessRead KeyAccess = "read" // reads
	AccessTime KeyAccess = "time" // also writes the time of its owner
	AccessFull KeyAccess = "full" // everything that its owner may
)

var accessLevels = []KeyAccess{AccessRead, AccessTime, AccessFull}

// AccessLevels lists the levels, from the least to the most.
func AccessLevels() []KeyAccess { return slices.Clone(accessLevels) }

// AccessOrFull is the level of access. A key without one has full access.
func (k APIKey) AccessOrFull() KeyAccess {
	if k.Access == "" {
		return AccessFull
	}
	return k.Access
}

// Covers reports whether the level includes another one. An unknown level includes
// none and is included in none.
func (a KeyAccess) Covers(needed KeyAccess) bool {
	has, needs := slices.Index(accessLevels, a), slices.Index(accessLevels, needed)
	return needs >= 0 && has >= needs
}

// KeyEnds are the times at which a key epoch was raised, the latest last. Together
// with the epoch they say when a key of an older epoch ended. Records of before these
// times were kept have fewer than their epoch, and so does a record with more than
// maxKeyEnds.
type KeyEnds []domain.Instant

// maxKeyEnds bounds the size of the record.
const maxKeyEnds = 20

// add is the times with one more. It does not change the slice.
func (e KeyEnds) add(now domain.Instant) KeyEnds {
	all := append(slices.Clone(e), now)
	return all[max(0, len(all)-maxKeyEnds):]
}

// endOf is when the keys of an epoch ended: when it was raised the next time. nil is
// unknown, or never.
func (e KeyEnds) endOf(epoch, present int64) *domain.Instant {
	raised := present - epoch
	if raised < 1 || raised > int64(len(e)) {
		return nil
	}
	return &e[int64(len(e))-raised]
}

// CheckKeyExpiry checks when a new API key of the workspace expires; nil is never. A
// workspace with MaxKeyDays takes only keys that expire within that many days of 24
// hours. It returns "" for an expiry that the workspace takes, else required or
// max_value. Keys made before the setting stay as they are.
func (w Workspace) CheckKeyExpiry(expires *domain.Instant, now domain.Instant) problem.FieldCode {
	switch latest := w.latestKeyExpiry(now); {
	case latest == nil:
		return ""
	case expires == nil:
		return problem.Required
	case expires.After(latest.Time):
		return problem.MaxValue
	default:
		return ""
	}
}

// latestKeyExpiry is when a new key of the workspace expires at the latest; nil without a bound.
func (w Workspace) latestKeyExpiry(now domain.Instant) *domain.Instant {
	if w.MaxKeyDays == nil {
		return nil
	}
	return new(now.Plus(time.Duration(*w.MaxKeyDays) * domain.Day))
}

// APIKeyDetails is an API key with the records that it depends on. A record that is
// gone is nil.
type APIKeyDetails struct {
	APIKey
	User      *User
	Member    *Member
	Workspace *Workspace
	Client    *OAuthClient // of a grant to an app that the workspace registered
}

// APIKeyStatus is whether a key can be used.
type APIKeyStatus string

// The statuses of a key.
const (
	APIKeyActive  APIKeyStatus = "active"
	APIKeyExpired APIKeyStatus = "expired"
	APIKeyRevoked APIKeyStatus = "revoked" // alone, or with its user, membership or workspace; wins over expired
)

// Status is the key's status at a time.
func (d APIKeyDetails) Status(now domain.Instant) APIKeyStatus {
	switch {
	case d.ended():
		return APIKeyRevoked
	case d.expired(now):
		return APIKeyExpired
	default:
		return APIKeyActive
	}
}

func (d APIKeyDetails) ended() bool {
	return d.RevokedAt != nil || d.endedWithUser() || d.endedWithMember() || d.endedWithWorkspace() ||
		d.endedWithApp()
}

func (d APIKeyDetails) endedWithUser() bool {
	return d.User == nil || !d.User.MayAct() || d.User.APIKeyEpoch != d.UserEpoch
}

func (d APIKeyDetails) endedWithMember() bool {
	return d.Member == nil || !d.Member.Active() || d.Member.KeyEpoch != d.KeyEpoch
}

func (d APIKeyDetails) endedWithWorkspace() bool {
	return d.Workspace == nil || d.Workspace.Deleted() || d.Workspace.KeyEpoch != d.WorkspaceEpoch
}

// RevocationTime is when the key ended, for a key whose status is revoked: the
// earliest known time. nil is unknown, or not revoked.
func (d APIKeyDetails) RevocationTime() *domain.Instant {
	at := d.RevokedAt
	if d.User != nil && d.endedWithUser() {
		at = earliest(at, d.User.APIKeysVoidedAt)
	}
	if d.Member != nil && d.endedWithMember() {
		at = earliest(at, d.Member.KeyEnds.endOf(d.KeyEpoch, d.Member.KeyEpoch))
	}
	if d.Workspace != nil && d.endedWithWorkspace() {
		at = earliest(at, d.Workspace.KeyEnds.endOf(d.WorkspaceEpoch, d.Workspace.KeyEpoch))
	}
	return at
}

// earliest is the earlier of two times; nil is unknown.
func earliest(a, b *domain.Instant) *domain.Instant {
	if a == nil || b != nil && b.Before(a.Time) {
		return b
	}
	return a
}
