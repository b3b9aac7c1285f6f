// Package core has what the stores of all subjects share: the table and the clock, what is added to
// transactions, the conditions on accounts and workspaces, and the references that are read together.
package core

import (
	"time"

	"stint/shared/domain"
	"stint/shared/secret"
	"stint/shared/store/key"
	"stint/shared/table"
)

// Core is what the stores of all subjects work with.
type Core struct {
	Table *table.Table
	Now   func() time.Time
}

// New returns the core of a store that keeps its records in a table. The secrets
// encrypt cursors.
func New(db table.DB, name string, secrets secret.Source, now func() time.Time) *Core {
	return &Core{table.New(db, name, secrets, now).TrackChanges(key.ChangePartition, key.LeavesDeletionMark), now}
}

// Instant is the present time in the precision in which times are stored.
func (s *Core) Instant() domain.Instant { return domain.InstantOf(s.Now()) }
