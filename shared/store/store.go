// Package store keeps Stint's records: it knows their keys and reads and writes
// them in the ways that the service needs.
//
// The files keys*.go make every key and every part of one. The other files hold the access
// patterns of one kind of record, which their name begins with. shared/table
// talks to DynamoDB. Reads are strongly consistent unless a comment says
// otherwise, writes are conditional on what was read, and writes that belong
// together are one transaction.
package store

import (
	"context"
	"sync/atomic"
	"time"

	"stint/shared/domain"
	"stint/shared/secret"
	"stint/shared/table"
)

// DB is the part of the DynamoDB client that the store uses.
type DB = table.DB

// Store reads and writes the table. It is safe for concurrent use.
type Store struct {
	table *table.Table
	now   func() time.Time
	used  *atomic.Bool // whether the mark of the instance was seen; see instance.go

	// SubmitTime is how long a request may take to submit a timesheet, with the reads, the
	// wait for its turn and all tries: 20 s. So it ends before its lease, and is answered
	// before the gateway gives up. A slow machine may need more.
	SubmitTime time.Duration
	// AbandonTime is how long a request that could not submit tries to abandon what it began: 2 s.
	AbandonTime time.Duration
	largeRounds turns // of the requests that claim the entries of a large round
}

// New returns a store that keeps its records in a table. The secrets
// encrypt cursors.
func New(db DB, name string, secrets secret.Source, now func() time.Time) *Store {
	return &Store{table: table.New(db, name, secrets, now).TrackChanges(changePartition, leavesDeletionMark), now: now, used: new(atomic.Bool), SubmitTime: submitTime, AbandonTime: abandonTime, largeRounds: newTurns()}
}

// Warm opens the connection to the database with one cheap read, so that the
// first request does not wait for it. A failure does no harm. It needs no Store,
// so that it can run while the secrets for one are read.
func Warm(ctx context.Context, db DB, name string) { table.Warm(ctx, db, name, warmUpKey) }

// instant is the present time in the precision in which times are stored.
func (s *Store) instant() domain.Instant { return domain.InstantOf(s.now()) }
