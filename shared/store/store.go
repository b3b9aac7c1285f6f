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
	"errors"
	"sync/atomic"
	"time"

	"stint/shared/secret"
	"stint/shared/table"
)

// DB is the part of the DynamoDB client that the store uses.
type DB = table.DB

// Store reads and writes the table. It is safe for concurrent use.
type Store struct {
	*Core
	used *atomic.Bool // whether the mark of the instance was seen; see registration.go

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
	return &Store{Core: newCore(db, name, secrets, now), used: new(atomic.Bool), SubmitTime: submitTime, AbandonTime: abandonTime, largeRounds: newTurns()}
}

// Warm opens the connection to the database with one cheap read, so that the
// first request does not wait for it. A failure does no harm. It needs no Store,
// so that it can run while the secrets for one are read.
func Warm(ctx context.Context, db DB, name string) { table.Warm(ctx, db, name, warmUpKey) }

// Page, PageRequest and Cursor are those of shared/table, under the names that
// the callers of the store use.
type (
	// Page is a part of a list.
	Page[T any] = table.Page[T]
	// PageRequest asks for one page of a list.
	PageRequest = table.PageRequest
	// Cursor is the opaque position in a list.
	Cursor = table.Cursor
	// Filter chooses the records of a list.
	Filter[T any] = table.Filter[T]
)

// SealedKeys keeps the sealed data keys of the purposes. It is apart from Store, which
// itself needs a data key.
type SealedKeys struct{ table *table.Table }

var _ secret.Store = SealedKeys{}

// NewSealedKeys returns the sealed data keys that are kept in a table.
func NewSealedKeys(db DB, name string) SealedKeys {
	return SealedKeys{table.New(db, name, nil, time.Now)}
}

type sealedKey struct {
	Sealed []byte `db:"sealed"`
}

// SealedKey implements secret.Store.
func (s SealedKeys) SealedKey(ctx context.Context, p secret.Purpose) ([]byte, error) {
	found, _, err := table.Get[sealedKey](ctx, s.table, sealedKeyKey(p))
	return found.Sealed, err
}

var errKeyExists = errors.New("store: the purpose has a data key")

// CreateSealedKey implements secret.Store. Nothing replaces what it wrote.
func (s SealedKeys) CreateSealedKey(ctx context.Context, p secret.Purpose, sealed []byte) (ok bool, err error) {
	err = s.table.Commit(ctx, table.Create(table.Encode(sealedKeyKey(p), sealedKey{sealed})).Or(errKeyExists))
	if errors.Is(err, errKeyExists) {
		return false, nil
	}
	return err == nil, err
}
