// Package store keeps Stint's records. Its packages have one subject each: timedb the entries and
// timers, projectdb what time is tracked to, timesheetdb the timesheets, moneydb rates and totals, peopledb
// accounts, workspaces and who is in them, feeddb the change feed and the webhooks. A Store has the
// operations of all of them.
//
// What crosses subjects is here: the end of accounts and workspaces, the acts of the operator, exports,
// the audit log, background work, and what mails are made from. Package core has what the transactions of
// all subjects share, and the references that are read together. Package key makes every key and every
// part of one. shared/table talks to DynamoDB.
//
// Reads are strongly consistent unless a comment says otherwise, writes are conditional on what was
// read, and writes that belong together are one transaction.
package store

import (
	"context"
	"errors"
	"time"

	"stint/shared/domain"
	"stint/shared/secret"
	"stint/shared/store/feeddb"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/store/moneydb"
	"stint/shared/store/peopledb"
	"stint/shared/store/projectdb"
	"stint/shared/store/timedb"
	"stint/shared/store/timesheetdb"
	"stint/shared/table"
)

// DB is the part of the DynamoDB client that the store uses.
type DB = table.DB

// Store reads and writes the table. It is safe for concurrent use.
type Store struct {
	core *core.Core
	*timeStore
	*projectStore
	*timesheetStore
	*moneyStore
	*peopleStore
	*feedStore
}

// The stores of the subjects, under names that differ.
type (
	timeStore      = timedb.Store
	projectStore   = projectdb.Store
	timesheetStore = timesheetdb.Store
	moneyStore     = moneydb.Store
	peopleStore    = peopledb.Store
	feedStore      = feeddb.Store
)

// New returns a store that keeps its records in a table. The secrets
// encrypt cursors.
func New(db DB, name string, secrets secret.Source, now func() time.Time) *Store {
	c := core.New(db, name, secrets, now)
	sheets := timesheetdb.New(c)
	return &Store{c, timedb.New(c), projectdb.New(c), sheets, moneydb.New(c), peopledb.New(c), feeddb.New(c, sheets)}
}

// Warm opens the connection to the database with one cheap read, so that the
// first request does not wait for it. A failure does no harm. It needs no Store,
// so that it can run while the secrets for one are read.
func Warm(ctx context.Context, db DB, name string) { table.Warm(ctx, db, name, key.WarmUpItem) }

// Ping reads what a starting function reads, strongly consistent. Errors: service_unavailable.
func (s *Store) Ping(ctx context.Context) (err error) {
	defer core.Wrap(&err, "Ping")
	_, _, err = table.Get[struct{}](ctx, s.core.Table, key.WarmUpItem)
	return err
}

// Types of the packages below, under the names that the callers of the store use.
type (
	// Page is a part of a list.
	Page[T any] = table.Page[T]
	// PageRequest asks for one page of a list.
	PageRequest = table.PageRequest
	// Cursor is the opaque position in a list.
	Cursor = table.Cursor
	// Filter chooses the records of a list.
	Filter[T any] = table.Filter[T]
	// Refs are references to records of one workspace that are read together.
	Refs = core.Refs
	// Records are the records that were found, by id.
	Records = core.Records
	// EntryKey names an entry.
	EntryKey = core.EntryKey
	// EntryExternalID names an external id of an owner's entries.
	EntryExternalID = core.EntryExternalID
	// FirstUses are the projects, tasks and tags that a write uses for the first time.
	FirstUses = core.FirstUses
	// QueuedWork is work with the time when it is due.
	QueuedWork = core.QueuedWork
)

// Records reads the referenced records, strongly consistent, with ⌈distinct
// keys/100⌉ parallel batch reads. It does not check whether the caller may see
// them.
func (s *Store) Records(ctx context.Context, w domain.ID, refs Refs) (Records, error) {
	return s.core.Records(ctx, w, refs)
}

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
	found, _, err := table.Get[sealedKey](ctx, s.table, key.DataKey(p))
	return found.Sealed, err
}

var errKeyExists = errors.New("store: the purpose has a data key")

// CreateSealedKey implements secret.Store. Nothing replaces what it wrote.
func (s SealedKeys) CreateSealedKey(ctx context.Context, p secret.Purpose, sealed []byte) (ok bool, err error) {
	err = s.table.Commit(ctx, table.Create(table.Encode(key.DataKey(p), sealedKey{sealed})).Or(errKeyExists))
	if errors.Is(err, errKeyExists) {
		return false, nil
	}
	return err == nil, err
}
