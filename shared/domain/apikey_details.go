package domain

// APIKeyDetails is an API key with the records that it depends on. A record that is
// gone is nil.
type APIKeyDetails struct {
	APIKey
	User      *User
	Member    *Member
	Workspace *Workspace
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
func (d APIKeyDetails) Status(now Instant) APIKeyStatus {
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
	return d.RevokedAt != nil || d.endedWithUser() || d.endedWithMember() || d.endedWithWorkspace()
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
func (d APIKeyDetails) RevocationTime() *Instant {
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
func earliest(a, b *Instant) *Instant {
	if a == nil || b != nil && b.Before(a.Time) {
		return b
	}
	return a
}
