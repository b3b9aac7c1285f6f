package people

import (
	"cmp"
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/problem"
)

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

// ReadsAll reports whether the role reads everything in a workspace: all time with rates, all projects, all timesheets.
// The role user reads their own time, that of projects that they manage, and projects that are public or their own.
func (r Role) ReadsAll() bool { return r != RoleUser }

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
	UserID     domain.ID      `db:"uid"`
	Role       Role           `db:"role"` // admin, user or analyst
	State      MemberState    `db:"state"`
	HourlyRate *int64         `db:"rate,omitempty"` // minor units per hour; nil inherits
	KeyEpoch   int64          `db:"key_epoch"`      // API keys of an older epoch are never valid again
	JoinedAt   domain.Instant `db:"joined"`
	Version    int64          `db:"ver"`
	KeyEnds    KeyEnds        `db:"key_ends,omitempty"` // when KeyEpoch was raised

	AccessEpoch int64 `db:"access,omitempty"` // sessions of an older epoch do not lead to the workspace; see Session.Enters

	RightsEpoch int64 `db:"rights,omitempty"` // how often the member lost a right; see HasKept

	// when they last lost a role that sees the whole workspace; nil for never
	SawAllUntil *domain.OrderedInstant `db:"saw_all_until,omitempty"`
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
func NewOwnerMember(user domain.ID, now domain.Instant) Member {
	return Member{UserID: user, Role: RoleAdmin, State: MemberActive, JoinedAt: now, Version: 1}
}

// NewMember makes the member for a user who accepts an invitation.
func NewMember(user domain.ID, role Role, now domain.Instant) Member {
	return Member{UserID: user, Role: role, State: MemberActive, JoinedAt: now, Version: 1}
}

// End is the member after the end of the membership: MemberLeft if they ended it,
// else MemberDeactivated. Their API keys, invitations and undecided client links
// are never valid again.
func (m Member) End(how MemberState, now domain.Instant) Member {
	m = m.loseSight(now)
	m.State = how
	m.KeyEpoch++
	m.KeyEnds = m.KeyEnds.add(now)
	m.RightsEpoch++
	m.Version++
	return m
}

// EndAccess is the member whose API keys for the workspace have ended, and so have their sessions of before the epoch.
func (m Member) EndAccess(epoch int64, now domain.Instant) Member {
	m.AccessEpoch = epoch
	m.KeyEpoch++
	m.KeyEnds = m.KeyEnds.add(now)
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
var ErrOwnerRequired = problem.Conflict(problem.OwnerRequired,
	"The owner cannot be demoted, deactivated or removed, and cannot leave. Transfer the workspace first.")

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
func (m Member) WithRole(role Role, now domain.Instant) Member {
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
func (m Member) loseSight(now domain.Instant) Member {
	if m.Active() && m.Role != RoleUser {
		m.SawAllUntil = domain.OrderedNow(now)
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

// MemberUser is a member together with the user's account.
type MemberUser struct {
	Member Member
	User   User
	Timer  *timelog.Entry // the running timer, if it was read; nil if none runs
}

// Membership is a workspace together with one user's member record.
type Membership struct {
	Workspace Workspace
	Member    Member
}

// Active reports whether the user may act in the workspace: it is not deleted and
// the membership has not ended.
func (m Membership) Active() bool { return !m.Workspace.Deleted() && m.Member.Active() }

// Role is the user's role in the workspace.
func (m Membership) Role() Role { return m.Member.RoleIn(m.Workspace) }

// SortByJoinTime sorts memberships by the time of joining, and those of the same
// second by workspace id, which is in the order of creation.
func SortByJoinTime(all []Membership) {
	slices.SortFunc(all, func(a, b Membership) int {
		return cmp.Or(a.Member.JoinedAt.Compare(b.Member.JoinedAt.Time), cmp.Compare(a.Workspace.ID, b.Workspace.ID))
	})
}
