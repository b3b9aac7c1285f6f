// Package projects has what time is tracked to: clients, projects with their members and budgets, tasks and
// tags.
package projects

import (
	"strconv"

	"stint/shared/domain"
	"stint/shared/domain/people"
)

// Project is what time is tracked to.
type Project struct {
	ID         domain.ID         `db:"id"`
	ClientID   domain.ID         `db:"client,omitempty"` // "" is none
	Name       domain.Name       `db:"name"`
	ExternalID domain.ExternalID `db:"ext,omitempty"` // in another system; "" is none
	Color      domain.Color      `db:"color"`
	Visibility domain.Visibility `db:"vis"`
	IsBillable bool              `db:"billable"`
	HourlyRate *int64            `db:"rate,omitempty"` // minor units per hour; nil inherits
	IsArchived bool              `db:"archived,omitempty"`
	Budget     *Budget           `db:"budget,omitempty"` // nil is none
	Used       bool              `db:"used,omitempty"`   // true forever after an entry has named it
	// how often tasks were created in it, so that a delete meets each creation
	TasksMade int64          `db:"tasks,omitempty"`
	CreatedAt domain.Instant `db:"created"`
	Version   int64          `db:"ver"`

	PublicUntil *domain.OrderedInstant `db:"public_until,omitempty"` // when it last became private; nil for never
}

// WorkCleanProject removes the project members of the deleted project that is its
// target.
const WorkCleanProject domain.WorkKind = "clean_project"

// VisibleTo reports whether a caller with that role sees the project.
func (p Project) VisibleTo(role people.Role, isMember bool) bool {
	return role.ReadsAll() || isMember || p.Visibility == domain.Public
}

// Following is the project as the change of another state of it now. It remembers until
// when the project was public.
func (p Project) Following(was Project, now domain.Instant) Project {
	p.PublicUntil = was.PublicUntil
	if p.Visibility != domain.Public {
		p.PublicUntil = was.publicUntil(now)
	}
	return p
}

// publicUntil is when the project was last public, if it is not any more from now on.
func (p Project) publicUntil(now domain.Instant) *domain.OrderedInstant {
	if p.Visibility == domain.Public {
		return domain.OrderedNow(now)
	}
	return p.PublicUntil
}

// palette is the Tableau 10 palette and two darker colours.
var palette = [...]domain.Color{
	"#4e79a7", "#f28e2b", "#e15759", "#76b7b2", "#59a14f", "#edc948",
	"#b07aa1", "#ff9da7", "#9c755f", "#bab0ac", "#2f6b3f", "#5b5ea6",
}

// DefaultColor is the colour of a project that was created without one. The random
// end of the id chooses it, so that projects next to each other usually differ.
func DefaultColor(id domain.ID) domain.Color {
	tail, _ := strconv.ParseUint(string(id[max(0, len(id)-4):]), 16, 64)
	return palette[tail%uint64(len(palette))]
}

// These times decide whether a former viewer may have seen a record.

// Made is when the project was made.
func (p Project) Made() domain.OrderedInstant {
	return domain.OrderedInstant{At: p.CreatedAt, ID: p.ID}
}

// MarkOfProject is the mark of a project that is deleted now.
func MarkOfProject(p Project, now domain.Instant) domain.DeletionMark {
	made := p.Made()
	return domain.DeletionMark{ID: p.ID, Made: &made, PublicUntil: p.publicUntil(now)}
}

// ProjectMember is a user who may track time to a project. A manager may also
// edit it.
type ProjectMember struct {
	ProjectID  domain.ID      `db:"pid"`
	UserID     domain.ID      `db:"uid"`
	IsManager  bool           `db:"manager,omitempty"`
	HourlyRate *int64         `db:"rate,omitempty"` // minor units per hour; nil inherits
	AddedAt    domain.Instant `db:"added"`
	Version    int64          `db:"ver"`

	Grant domain.ID `db:"grant,omitempty"` // names the latest time that they became a manager

	// when they were last a manager no more; nil for never
	ManagerUntil *domain.OrderedInstant `db:"manager_until,omitempty"`
}

// WithManager is the member as a manager or not from now on. Becoming one makes a new Grant, so
// that client links of an earlier time as a manager stay void. The version stays as
// it is.
func (m ProjectMember) WithManager(manager bool, now domain.Instant) ProjectMember {
	if manager && !m.IsManager {
		m.Grant = domain.NewID()
	}
	if m.IsManager && !manager {
		m.ManagerUntil = domain.OrderedNow(now)
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
func (m ProjectMember) Made() domain.OrderedInstant { return domain.OrderedInstant{At: m.AddedAt} }

// MarkOfProjectMember is the mark of a project member who is removed now.
func MarkOfProjectMember(m ProjectMember, now domain.Instant) domain.DeletionMark {
	made := m.Made()
	return domain.DeletionMark{
		UserID: m.UserID, ProjectID: m.ProjectID, Made: &made,
		MemberUntil: domain.OrderedNow(now), ManagerUntil: m.WithManager(false, now).ManagerUntil,
	}
}
