// Package reports sums up tracked time, and gives it away as a file.
package reports

import (
	"context"

	"stint/shared/boot"
	"stint/shared/domain"
	"stint/shared/store"
	"stint/shared/tracking"
)

// Store is what this family reads.
type Store interface {
	tracking.ScopeReader
	// WalkEntries visits entries, oldest first, running timers among them, until
	// a visit fails. It reads as far as it visits.
	WalkEntries(ctx context.Context, workspace domain.ID, c store.EntryRange, visit func(domain.Entry) error) error
}

var _ Store = (*store.Store)(nil)

// Family holds what the operations of this package need.
type Family struct {
	store Store
}

// New builds the family.
func New(d *boot.Deps) *Family { return &Family{store: d.Store} }
