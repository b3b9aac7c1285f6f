// Package moneydb keeps billing settings, rates, billing jobs and running totals.
package moneydb

import "stint/shared/store/internal/core"

// Store reads and writes the records of the subject. It is safe for concurrent use.
type Store struct {
	*core.Core

	Rerating RerateBounds // StandardBounds, unless a test has others
}

// New returns a store over a core.
func New(c *core.Core) *Store { return &Store{c, StandardBounds} }

// RerateBounds are numbers of entries that bound reratings and markings.
type RerateBounds struct {
	Request int // how many a request reads to change their rates. A job does larger reratings
	Read    int // how many a request reads at a time
	Rerated int // how many one transaction rerates without a job
	Marked  int // how many one transaction marks without a job
	Step    int // how many a step of a job reads, and changes in one transaction
}

// StandardBounds are the bounds of the service. Tests of large jobs have smaller ones.
var StandardBounds = RerateBounds{Request: 2_000, Read: 500, Rerated: MaxRerateEntries, Marked: MaxMarkedEntries,
	Step: MaxJobStepEntries}

// RerateBounds are the bounds that reratings and markings keep.
func (s *Store) RerateBounds() RerateBounds { return s.Rerating }
