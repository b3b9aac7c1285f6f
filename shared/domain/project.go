package domain

import (
	"strconv"
)

// Project is what time is tracked to.
type Project struct {
	ID         ID         `db:"id"`
	ClientID   ID         `db:"client,omitempty"` // "" is none
	Name       Name       `db:"name"`
	ExternalID ExternalID `db:"ext,omitempty"` // in another system; "" is none
	Color      Color      `db:"color"`
	Visibility Visibility `db:"vis"`
	IsBillable bool       `db:"billable"`
	HourlyRate *int64     `db:"rate,omitempty"` // minor units per hour; nil inherits
	IsArchived bool       `db:"archived,omitempty"`
	Budget     *Budget    `db:"budget,omitempty"` // nil is none
	Used       bool       `db:"used,omitempty"`   // true forever after an entry has named it
	TasksMade  int64      `db:"tasks,omitempty"`  // how often tasks were created in it, so that a delete meets each creation
	CreatedAt  Instant    `db:"created"`
	Version    int64      `db:"ver"`

	PublicUntil *OrderedInstant `db:"public_until,omitempty"` // when it last became private; nil for never
}

// WorkCleanProject removes the project members of the deleted project that is its
// target.
const WorkCleanProject WorkKind = "clean_project"

// VisibleTo reports whether a caller with that role sees the project.
func (p Project) VisibleTo(role Role, isMember bool) bool {
	return role != RoleUser || isMember || p.Visibility == Public
}

// Following is the project as the change of another state of it now. It remembers until
// when the project was public.
func (p Project) Following(was Project, now Instant) Project {
	p.PublicUntil = was.PublicUntil
	if p.Visibility != Public {
		p.PublicUntil = was.publicUntil(now)
	}
	return p
}

// publicUntil is when the project was last public, if it is not any more from now on.
func (p Project) publicUntil(now Instant) *OrderedInstant {
	if p.Visibility == Public {
		return OrderedNow(now)
	}
	return p.PublicUntil
}

// palette is the Tableau 10 palette and two darker colours.
var palette = [...]Color{
	"#4e79a7", "#f28e2b", "#e15759", "#76b7b2", "#59a14f", "#edc948",
	"#b07aa1", "#ff9da7", "#9c755f", "#bab0ac", "#2f6b3f", "#5b5ea6",
}

// DefaultColor is the colour of a project that was created without one. The random
// end of the id chooses it, so that projects next to each other usually differ.
func DefaultColor(id ID) Color {
	tail, _ := strconv.ParseUint(string(id[max(0, len(id)-4):]), 16, 64)
	return palette[tail%uint64(len(palette))]
}

// These times decide whether a former viewer may have seen a record.

// Made is when the project was made.
func (p Project) Made() OrderedInstant { return OrderedInstant{p.CreatedAt, p.ID} }

// MarkOfProject is the mark of a project that is deleted now.
func MarkOfProject(p Project, now Instant) DeletionMark {
	made := p.Made()
	return DeletionMark{ID: p.ID, Made: &made, PublicUntil: p.publicUntil(now)}
}

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

// ProjectAccess is a project together with one user's project membership.
type ProjectAccess struct {
	Project    Project
	Membership *ProjectMember // nil if the user is not a member of the project
}

// IsMember reports whether the user belongs to the project.
func (a ProjectAccess) IsMember() bool { return a.Membership != nil }

// IsManager reports whether the user is one of the project's managers.
func (a ProjectAccess) IsManager() bool { return a.Membership != nil && a.Membership.IsManager }

// Made is when the project member was added. It has no id.
func (m ProjectMember) Made() OrderedInstant { return OrderedInstant{At: m.AddedAt} }

// MarkOfProjectMember is the mark of a project member who is removed now.
func MarkOfProjectMember(m ProjectMember, now Instant) DeletionMark {
	made := m.Made()
	return DeletionMark{
		UserID: m.UserID, ProjectID: m.ProjectID, Made: &made,
		MemberUntil: OrderedNow(now), ManagerUntil: m.WithManager(false, now).ManagerUntil,
	}
}
