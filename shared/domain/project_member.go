package domain

// ProjectMember is a user who may track time to a project. A manager may also
// edit it.
type ProjectMember struct {
	ProjectID  ID      `db:"pid"`
	UserID     ID      `db:"uid"`
	IsManager  bool    `db:"manager,omitempty"`
	HourlyRate *int64  `db:"rate,omitempty"` // minor units per hour; nil inherits
	AddedAt    Instant `db:"added"`
	Version    int64   `db:"ver"`

	Grant ID `db:"grant,omitempty"` // names the latest time that they became a manager

	ManagerUntil *OrderedInstant `db:"manager_until,omitempty"` // when they were last a manager no more; nil for never
}

// WithManager is the member as a manager or not from now on. Becoming one makes a new Grant, so
// that client links of an earlier time as a manager stay void. The version stays as
// it is.
func (m ProjectMember) WithManager(manager bool, now Instant) ProjectMember {
	if manager && !m.IsManager {
		m.Grant = NewID()
	}
	if m.IsManager && !manager {
		m.ManagerUntil = OrderedNow(now)
	}
	m.IsManager = manager
	return m
}

// ProjectMemberKey identifies a project member.
type ProjectMemberKey struct{ Project, User ID }

// ProjectAccess is a project together with one user's project membership.
type ProjectAccess struct {
	Project    Project
	Membership *ProjectMember // nil if the user is not a member of the project
}

// IsMember reports whether the user belongs to the project.
func (a ProjectAccess) IsMember() bool { return a.Membership != nil }

// IsManager reports whether the user is one of the project's managers.
func (a ProjectAccess) IsManager() bool { return a.Membership != nil && a.Membership.IsManager }
