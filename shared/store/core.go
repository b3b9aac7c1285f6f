package store

import (
	"time"

	"stint/shared/domain"
	"stint/shared/secret"
	"stint/shared/table"
)

// Core is what the stores of all subjects work with.
type Core struct {
	table *table.Table
	now   func() time.Time
}

// newCore returns the core of a store that keeps its records in a table. The secrets
// encrypt cursors.
func newCore(db table.DB, name string, secrets secret.Source, now func() time.Time) *Core {
	return &Core{table.New(db, name, secrets, now).TrackChanges(changePartition, leavesDeletionMark), now}
}

// instant is the present time in the precision in which times are stored.
func (s *Core) instant() domain.Instant { return domain.InstantOf(s.now()) }
