// Package peopledb keeps accounts, with what signs users in, and workspaces, with their members, invitations
// and API keys.
package peopledb

import (
	"sync/atomic"

	"stint/shared/store/internal/core"
)

// Store reads and writes the records of the subject. It is safe for concurrent use.
type Store struct {
	*core.Core
	used *atomic.Bool // whether the mark of the instance was seen; see registration.go
}

// New returns a store over a core.
func New(c *core.Core) *Store { return &Store{c, new(atomic.Bool)} }
