package domain

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
