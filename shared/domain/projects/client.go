package projects

import (
	"stint/shared/domain"
)

// Client is a customer of the workspace.
type Client struct {
	ID           domain.ID         `db:"id"`
	Name         domain.Name       `db:"name"`
	ExternalID   domain.ExternalID `db:"ext,omitempty"` // in another system; "" is none
	Email        domain.Email      `db:"email,omitempty"`
	IsArchived   bool              `db:"archived,omitempty"`
	ProjectCount int64             `db:"refs"` // how many projects belong to it
	CreatedAt    domain.Instant    `db:"created"`
	Version      int64             `db:"ver"`
}

// Tag is a label on entries.
type Tag struct {
	ID         domain.ID         `db:"id"`
	Name       domain.Name       `db:"name"`
	ExternalID domain.ExternalID `db:"ext,omitempty"`  // in another system; "" is none
	Used       bool              `db:"used,omitempty"` // true forever after an entry has had it
	CreatedAt  domain.Instant    `db:"created"`
	Version    int64             `db:"ver"`
}

// Task is a part of a project that time is tracked to.
type Task struct {
	ID         domain.ID         `db:"id"`
	ProjectID  domain.ID         `db:"pid"`
	Name       domain.Name       `db:"name"`
	ExternalID domain.ExternalID `db:"ext,omitempty"` // in another system; "" is none
	IsArchived bool              `db:"archived,omitempty"`
	Used       bool              `db:"used,omitempty"` // true forever after an entry has named it
	CreatedAt  domain.Instant    `db:"created"`
	Version    int64             `db:"ver"`
}

// Made is when the task was made.
func (t Task) Made() domain.OrderedInstant { return domain.OrderedInstant{At: t.CreatedAt, ID: t.ID} }

// MarkOfTask is the mark of a deleted task.
func MarkOfTask(t Task) domain.DeletionMark {
	made := t.Made()
	return domain.DeletionMark{ID: t.ID, ProjectID: t.ProjectID, Made: &made}
}
