// Package timedb keeps entries and timers: how they are written, found and listed, and what suggestions need of them.
package timedb

import "stint/shared/store/internal/core"

// Store reads and writes the records of the subject. It is safe for concurrent use.
type Store struct{ *core.Core }

// New returns a store over a core.
func New(c *core.Core) *Store { return &Store{c} }
