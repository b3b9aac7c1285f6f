// Package summing reads the entries of a period for reports and exports, and sums them up: from running totals where
// these are enough, and otherwise from the entries.
package summing

import (
	"context"

	"stint/shared/boot"
	"stint/shared/changes"
	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/store"
	"stint/shared/store/timedb"
	"stint/shared/totals"
	"stint/shared/tracking"
)

// Store is what summing reads.
type Store interface {
	tracking.ScopeReader
	// WalkEntries visits entries and running timers, oldest first, until a visit
	// fails. It returns the error of the visit.
	WalkEntries(ctx context.Context, workspace domain.ID, c timedb.EntryRange, visit func(timelog.Entry) error) error
}

var _ Store = (*store.Store)(nil)

// Totals are the running totals for summaries.
type Totals interface {
	// Sums is totals.Reports.Sums. Errors: totals.ErrNotBuilt.
	Sums(ctx context.Context, w totals.Workspace, p totals.Period) (totals.Sums, error)
	// Queue is totals.Reports.Queue.
	Queue(ctx context.Context, w totals.Workspace) error
}

var _ Totals = totals.Reports{}

// Summer reads and sums up time.
type Summer struct {
	Store  Store
	Totals Totals
}

// New makes a Summer.
func New(d *boot.Deps) Summer {
	return Summer{Store: d.Store, Totals: totals.Reports{Store: d.Store,
		Changes: changes.Times{Feed: changes.New(d.Store, d.Now)}, Clock: d.Now}}
}
