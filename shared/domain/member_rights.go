package domain

// What a member handed out while they had a right, such as an invitation, lives
// only as long as they keep that right. It names the member and their
// RightsEpoch. Each loss of a right raises the epoch, so a right that the member
// gets again does not bring back what ended with the loss.

// MayInvite reports whether the member may invite others: they are the owner or
// an active admin. The member of an owner has the role admin.
func (m Member) MayInvite() bool { return m.Active() && m.Role == RoleAdmin }

// HasKept reports whether the member is active, may write, and has lost no right
// since the given epoch.
func (m Member) HasKept(epoch int64) bool { return m.TracksTime() && m.RightsEpoch == epoch }

// WithRole is the member with another role from now on. A lower role raises the epoch of
// their rights. The version stays as it is.
func (m Member) WithRole(role Role, now Instant) Member {
	if roleRank[role] < roleRank[m.Role] {
		m.RightsEpoch++
	}
	if role == RoleUser {
		m = m.loseSight(now)
	}
	m.Role = role
	return m
}

// loseSight is the member who sees only a part of the workspace from now on, or nothing.
func (m Member) loseSight(now Instant) Member {
	if m.Active() && m.Role != RoleUser {
		m.SawAllUntil = OrderedNow(now)
	}
	return m
}

// LoseRights is the member whose invitations and undecided client links are void. The
// version stays as it is.
func (m Member) LoseRights() Member {
	m.RightsEpoch++
	return m
}

// roleRank orders the stored roles by what they may change.
var roleRank = map[Role]int{RoleAnalyst: 0, RoleUser: 1, RoleAdmin: 2}
