package domain

// Client is a customer of the workspace.
type Client struct {
	ID           ID         `db:"id"`
	Name         Name       `db:"name"`
	ExternalID   ExternalID `db:"ext,omitempty"` // in another system; "" is none
	Email        Email      `db:"email,omitempty"`
	IsArchived   bool       `db:"archived,omitempty"`
	ProjectCount int64      `db:"refs"` // how many projects belong to it
	CreatedAt    Instant    `db:"created"`
	Version      int64      `db:"ver"`
}

// Tag is a label on entries.
type Tag struct {
	ID         ID         `db:"id"`
	Name       Name       `db:"name"`
	ExternalID ExternalID `db:"ext,omitempty"`  // in another system; "" is none
	Used       bool       `db:"used,omitempty"` // true forever after an entry has had it
	CreatedAt  Instant    `db:"created"`
	Version    int64      `db:"ver"`
}

// Task is a part of a project that time is tracked to.
type Task struct {
	ID         ID         `db:"id"`
	ProjectID  ID         `db:"pid"`
	Name       Name       `db:"name"`
	ExternalID ExternalID `db:"ext,omitempty"` // in another system; "" is none
	IsArchived bool       `db:"archived,omitempty"`
	Used       bool       `db:"used,omitempty"` // true forever after an entry has named it
	CreatedAt  Instant    `db:"created"`
	Version    int64      `db:"ver"`
}

// Made is when the task was made.
func (t Task) Made() OrderedInstant { return OrderedInstant{t.CreatedAt, t.ID} }

// MarkOfTask is the mark of a deleted task.
func MarkOfTask(t Task) DeletionMark {
	made := t.Made()
	return DeletionMark{ID: t.ID, ProjectID: t.ProjectID, Made: &made}
}
