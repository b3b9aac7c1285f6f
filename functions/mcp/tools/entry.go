package tools

import "time"

// Entry is time of a person, or a timer while it runs.
type Entry struct {
	ID              string  `json:"id"`
	UserID          string  `json:"user_id"`
	Project         *Named  `json:"project,omitempty"`
	Task            *Named  `json:"task,omitempty"`
	Description     Text    `json:"description"`
	StartedAt       string  `json:"started_at" jsonschema:"with the offset of the workspace's time zone"`
	StoppedAt       *string `json:"stopped_at,omitempty" jsonschema:"absent while the timer runs"`
	DurationSeconds int64   `json:"duration_seconds"`
	IsBillable      bool    `json:"is_billable"`
	IsLocked        bool    `json:"is_locked" jsonschema:"true: it is submitted, approved or invoiced, and cannot be changed"`
	Version         int64   `json:"version"`
}

// sentEntry is an entry as the API shows it.
type sentEntry struct {
	ID              string    `json:"id"`
	UserID          string    `json:"user_id"`
	ProjectID       *string   `json:"project_id"`
	TaskID          *string   `json:"task_id"`
	Description     string    `json:"description"`
	StartedAt       string    `json:"started_at"`
	StoppedAt       *string   `json:"stopped_at"`
	DurationSeconds int64     `json:"duration_seconds"`
	IsBillable      bool      `json:"is_billable"`
	IsLocked        bool      `json:"is_locked"`
	Version         int64     `json:"version"`
	CreatedAt       time.Time `json:"created_at"`
}

// entry shows an entry, with the names of its project and task.
func (c *call) entry(e sentEntry) *Entry {
	out := &Entry{
		ID: e.ID, UserID: e.UserID, Description: Text{e.Description}, StartedAt: c.show(e.StartedAt),
		DurationSeconds: e.DurationSeconds, IsBillable: e.IsBillable, IsLocked: e.IsLocked, Version: e.Version,
		Project: c.named("projects.get.v1", e.ProjectID), Task: c.named("tasks.get.v1", e.TaskID),
	}
	if e.StoppedAt != nil {
		out.StoppedAt = new(c.show(*e.StoppedAt))
	}
	return out
}

// maxNames bounds how many names one answer looks up.
const maxNames = 20

// named is a record with its name, which is read once in a call. A record that cannot be read has no name, and is not
// read again: a page of entries may name the same one many times.
func (c *call) named(operation string, id *string) *Named {
	if id == nil {
		return nil
	}
	if _, known := c.names[*id]; !known && len(c.names) < maxNames {
		c.names[*id] = c.readName(operation, *id)
	}
	return &Named{*id, c.names[*id]}
}

// readName is the name of a record; nil if it cannot be read.
func (c *call) readName(operation, id string) *Text {
	record, err := run[listed](c, Request{Operation: operation, IDs: []string{id}})
	if err != nil {
		return nil
	}
	return &Text{record.Name}
}
