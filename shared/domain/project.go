package domain

import "strconv"

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
