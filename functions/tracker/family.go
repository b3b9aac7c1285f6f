// Package tracker helps whoever is about to track time: it suggests what.
package tracker

import (
	"context"

	"stint/shared/boot"
	"stint/shared/domain"
	"stint/shared/store"
)

// Store is what this family reads.
type Store interface {
	// RecentWork reads what suggestions are made from, in one consistent round
	// whose size does not depend on how much there is.
	RecentWork(ctx context.Context, workspace domain.ID, query store.RecentQuery) (store.RecentWork, error)
}

var _ Store = (*store.Store)(nil)

// Family holds what the operations of this package need.
type Family struct {
	store Store
}

// New builds the family.
func New(d *boot.Deps) *Family { return &Family{store: d.Store} }
