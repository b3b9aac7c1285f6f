// Package reports sums up tracked time and exports it as a file.
package reports

import (
	"context"

	"stint/shared/boot"
	"stint/shared/domain"
	"stint/shared/store"
	"stint/shared/tracking"
)

// Store is the part of the store that this family uses.
type Store interface {
	tracking.ScopeReader
	// WalkEntries visits entries and running timers, oldest first, until a visit
	// fails. It returns the error of the visit.
	WalkEntries(ctx context.Context, workspace domain.ID, c store.EntryRange, visit func(domain.Entry) error) error
	// RecordAudit adds an event to the audit log.
	RecordAudit(ctx context.Context, workspace domain.ID, e domain.AuditEvent) error
}

var _ Store = (*store.Store)(nil)

// Family holds what the operations of this package need.
type Family struct {
	store Store
}

// New builds the family.
func New(d *boot.Deps) *Family { return &Family{store: d.Store} }
