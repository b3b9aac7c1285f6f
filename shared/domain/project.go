package domain

import "strconv"

// Client is whom projects are done for.
type Client struct {
	ID           ID      `db:"id"`
	Name         Name    `db:"name"`
	Email        Email   `db:"email,omitempty"`
	IsArchived   bool    `db:"archived,omitempty"`
	ProjectCount int64   `db:"refs"` // how many projects name it
	CreatedAt    Instant `db:"created"`
	Version      int64   `db:"ver"`
}

// Project is what time is tracked to.
type Project struct {
	ID         ID         `db:"id"`
	ClientID   ID         `db:"client,omitempty"` // "" is none
	Name       Name       `db:"name"`
	Color      Color      `db:"color"`
	Visibility Visibility `db:"vis"`
	IsBillable bool       `db:"billable"`
	HourlyRate *int64     `db:"rate,omitempty"` // minor units per hour; nil inherits
	IsArchived bool       `db:"archived,omitempty"`
	Used       bool       `db:"used,omitempty"` // an entry or a task has ever named it; sticky
	CreatedAt  Instant    `db:"created"`
	Version    int64      `db:"ver"`
}

// ProjectMember is a user's place in a project.
type ProjectMember struct {
	ProjectID  ID      `db:"pid"`
	UserID     ID      `db:"uid"`
	IsManager  bool    `db:"manager,omitempty"`
	HourlyRate *int64  `db:"rate,omitempty"` // minor units per hour; nil inherits
	AddedAt    Instant `db:"added"`
	Version    int64   `db:"ver"`
}

// Task is a piece of work in a project.
type Task struct {
	ID         ID      `db:"id"`
	ProjectID  ID      `db:"pid"`
	Name       Name    `db:"name"`
	IsArchived bool    `db:"archived,omitempty"`
	Used       bool    `db:"used,omitempty"` // an entry has ever named it; sticky
	CreatedAt  Instant `db:"created"`
	Version    int64   `db:"ver"`
}

// Tag is a label on entries.
type Tag struct {
	ID        ID      `db:"id"`
	Name      Name    `db:"name"`
	Used      bool    `db:"used,omitempty"` // an entry has ever carried it; sticky
	CreatedAt Instant `db:"created"`
	Version   int64   `db:"ver"`
}

// WorkCleanProject removes the memberships of a deleted project, which is the
// work's target.
const WorkCleanProject WorkKind = "clean_project"

// ProjectAccess is a project together with one user's place in it.
type ProjectAccess struct {
	Project    Project
	Membership *ProjectMember // nil for one who is not its member
}

// IsMember reports whether the user belongs to the project.
func (a ProjectAccess) IsMember() bool { return a.Membership != nil }

// IsManager reports whether the user is one of the project's managers.
func (a ProjectAccess) IsManager() bool { return a.Membership != nil && a.Membership.IsManager }

// VisibleTo reports whether a caller of that role sees the project, being its
// member or not.
func (p Project) VisibleTo(role Role, isMember bool) bool {
	return role != RoleUser || isMember || p.Visibility == Public
}

// palette is the Tableau 10 palette and two darker colours beside it.
var palette = [...]Color{
	"#4e79a7", "#f28e2b", "#e15759", "#76b7b2", "#59a14f", "#edc948",
	"#b07aa1", "#ff9da7", "#9c755f", "#bab0ac", "#2f6b3f", "#5b5ea6",
}

// DefaultColor is the colour of a project whose maker named none: one of twelve,
// chosen by the random end of its id, so that neighbours in a list differ.
func DefaultColor(id ID) Color {
	tail, _ := strconv.ParseUint(string(id[max(0, len(id)-4):]), 16, 64)
	return palette[tail%uint64(len(palette))]
}
