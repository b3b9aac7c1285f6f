// Package feeddb keeps the change feed, and the webhooks with their deliveries.
package feeddb

import (
	"stint/shared/store/internal/core"
	"stint/shared/store/timesheetdb"
)

// Store reads and writes the records of the subject. It is safe for concurrent use.
type Store struct {
	*core.Core
	sheets *timesheetdb.Store // the feed shows submissions with their lost links
}

// New returns a store over a core and the store of the timesheets.
func New(c *core.Core, sheets *timesheetdb.Store) *Store { return &Store{c, sheets} }
