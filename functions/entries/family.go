// Package entries is tracked time: single entries, lists and batches.
package entries

import (
	"context"

	"stint/shared/boot"
	"stint/shared/domain"
	"stint/shared/store"
)

// Store is what this family keeps and reads.
type Store interface {
	// Entries lists one user's entries that start in [from, to), newest first.
	Entries(ctx context.Context, workspace, user domain.ID, from, to *domain.Instant, p store.Page, keep func(domain.Entry) bool) (store.Listed[domain.Entry], error)
}

var _ Store = (*store.Store)(nil)

// Family holds what the operations of this package need.
type Family struct {
	store Store
}

// New builds the family.
func New(d *boot.Deps) *Family { return &Family{store: d.Store} }
