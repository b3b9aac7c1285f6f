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

// MemberState tells whether a membership is in force.
type MemberState string

// The states of a membership.
const (
	MemberActive      MemberState = "active"
	MemberDeactivated MemberState = "deactivated" // ended by somebody else; history stays
	MemberLeft        MemberState = "left"        // ended by the member
)

// Member is a user's place in a workspace.
type Member struct {
	UserID     ID          `db:"uid"`
	Role       Role        `db:"role"` // admin, user or analyst
	State      MemberState `db:"state"`
	HourlyRate *int64      `db:"rate,omitempty"` // minor units per hour; nil inherits
	KeyEpoch   int64       `db:"key_epoch"`      // API keys of an older epoch are dead for good
	JoinedAt   Instant     `db:"joined"`
	Version    int64       `db:"ver"`
}

// Active reports whether the member may act in the workspace.
func (m Member) Active() bool { return m.State == MemberActive }

// RoleIn is the member's role with ownership taken into account.
func (m Member) RoleIn(w Workspace) Role {
	if w.OwnerID == m.UserID {
		return RoleOwner
	}
	return m.Role
}

// NewOwnerMember makes the member item of a workspace's first owner.
func NewOwnerMember(user ID, now Instant) Member {
	return Member{UserID: user, Role: RoleAdmin, State: MemberActive, JoinedAt: now, Version: 1}
}

// NewMember makes the member item of somebody who accepts an invitation.
func NewMember(user ID, role Role, now Instant) Member {
	return Member{UserID: user, Role: role, State: MemberActive, JoinedAt: now, Version: 1}
}

// End is the member after the end of the membership, by themselves (Left) or
// by somebody else (Deactivated). Their API keys are dead for good.
func (m Member) End(how MemberState) Member {
	m.State = how
	m.KeyEpoch++
	m.Version++
	return m
}

// Rejoin is the member after coming back with a role; API keys of before stay
// dead.
func (m Member) Rejoin(role Role) Member {
	m.State, m.Role = MemberActive, role
	m.Version++
	return m
}

// ErrOwnerRequired is told to who would take the workspace from its owner: there is
// exactly one at any time.
var ErrOwnerRequired = problem.Conflict("The owner cannot be demoted, deactivated or removed, nor leave. Hand the workspace over first.")
