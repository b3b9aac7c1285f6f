// Package projectdb keeps what time is tracked to: clients, projects with their members, tasks and tags.
package projectdb

import "stint/shared/store/internal/core"

// Store reads and writes the records of the subject. It is safe for concurrent use.
type Store struct{ *core.Core }

// New returns a store over a core.
func New(c *core.Core) *Store { return &Store{c} }
