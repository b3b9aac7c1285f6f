package domain

import "stint/shared/problem"

// Role says what a member may do in a workspace.
type Role string

// The roles. Owner is never stored on a member: it is derived from the
// workspace's OwnerID, so that there is always exactly one.
const (
	RoleOwner   Role = "owner"
	RoleAdmin   Role = "admin"
	RoleUser    Role = "user"
	RoleAnalyst Role = "analyst" // reads everything, changes nothing
)

// MemberState is whether a membership is in force.
type MemberState string

// The states of a membership.
const (
	MemberActive      MemberState = "active"
	MemberDeactivated MemberState = "deactivated" // ended by an owner or admin; history stays
	MemberLeft        MemberState = "left"        // ended by the member
)

// Member is a user in a workspace, with a role.
type Member struct {
	UserID     ID          `db:"uid"`
	Role       Role        `db:"role"` // admin, user or analyst
	State      MemberState `db:"state"`
	HourlyRate *int64      `db:"rate,omitempty"` // minor units per hour; nil inherits
	KeyEpoch   int64       `db:"key_epoch"`      // API keys of an older epoch are never valid again
	JoinedAt   Instant     `db:"joined"`
	Version    int64       `db:"ver"`
	KeyEnds    KeyEnds     `db:"key_ends,omitempty"` // when KeyEpoch was raised

	RightsEpoch int64 `db:"rights,omitempty"` // how often the member lost a right; see HasKept

	SawAllUntil *OrderedInstant `db:"saw_all_until,omitempty"` // when they last lost a role that sees the whole workspace; nil for never
}

// Active reports whether the member may act in the workspace.
func (m Member) Active() bool { return m.State == MemberActive }

// TracksTime reports whether the member may have a running timer: they are active
// and no analyst.
func (m Member) TracksTime() bool { return m.Active() && m.Role != RoleAnalyst }

// RoleIn is the member's role with ownership taken into account.
func (m Member) RoleIn(w Workspace) Role {
	if w.OwnerID == m.UserID {
		return RoleOwner
	}
	return m.Role
}

// NewOwnerMember makes the member for the first owner of a workspace.
func NewOwnerMember(user ID, now Instant) Member {
	return Member{UserID: user, Role: RoleAdmin, State: MemberActive, JoinedAt: now, Version: 1}
}

// NewMember makes the member for a user who accepts an invitation.
func NewMember(user ID, role Role, now Instant) Member {
	return Member{UserID: user, Role: role, State: MemberActive, JoinedAt: now, Version: 1}
}

// End is the member after the end of the membership: MemberLeft if they ended it,
// else MemberDeactivated. Their API keys, invitations and undecided client links
// are never valid again.
func (m Member) End(how MemberState, now Instant) Member {
	m = m.loseSight(now)
	m.State = how
	m.KeyEpoch++
	m.KeyEnds = m.KeyEnds.add(now)
	m.RightsEpoch++
	m.Version++
	return m
}

// Rejoin is the member after rejoining with a role. What ended with the membership
// stays invalid, also if it ended before epochs of rights were stored.
func (m Member) Rejoin(role Role) Member {
	if !m.Active() {
		m.RightsEpoch++
	}
	m.State, m.Role = MemberActive, role
	m.Version++
	return m
}

// ErrOwnerRequired refuses a change that would leave a workspace without its
// owner.
var ErrOwnerRequired = problem.Conflict(problem.OwnerRequired, "The owner cannot be demoted, deactivated or removed, and cannot leave. Transfer the workspace first.")
