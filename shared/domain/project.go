package domain

// Client is whom projects are done for.
type Client struct {
	ID         ID      `db:"id"`
	Name       Name    `db:"name"`
	Email      Email   `db:"email,omitempty"`
	IsArchived bool    `db:"archived,omitempty"`
	Projects   int64   `db:"refs"` // how many projects name it
	CreatedAt  Instant `db:"created"`
	Version    int64   `db:"ver"`
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

// Visible reports whether a caller of that role sees the project, being its
// member or not.
func (p Project) Visible(role Role, isMember bool) bool {
	return role != Worker || isMember || p.Visibility == Public
}
