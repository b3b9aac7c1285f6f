// Package entries is tracked time: single entries, lists and batches.
package entries

import (
	"context"

	"stint/shared/boot"
	"stint/shared/domain"
	"stint/shared/store"
	"stint/shared/tracking"
)

// Store is what this family keeps and reads.
type Store interface {
	bulkStore
	tracking.Finder
	tracking.Writer
	tracking.ScopeReader
	// Entries lists one user's entries, newest first; strongly consistent.
	Entries(ctx context.Context, workspace, user domain.ID, in store.Span, p store.PageRequest, keep func(domain.Entry) bool) (store.Page[domain.Entry], error)
	// EntriesOfWorkspace lists everyone's entries, newest first, a moment behind.
	EntriesOfWorkspace(ctx context.Context, workspace domain.ID, in store.Span, p store.PageRequest, keep func(domain.Entry) bool) (store.Page[domain.Entry], error)
	// EntriesOfProject lists everyone's entries of a project, newest first, a moment behind.
	EntriesOfProject(ctx context.Context, workspace, project domain.ID, in store.Span, p store.PageRequest, keep func(domain.Entry) bool) (store.Page[domain.Entry], error)
}

var _ Store = (*store.Store)(nil)

// Family holds what the operations of this package need.
type Family struct {
	store Store
}

// New builds the family.
func New(d *boot.Deps) *Family { return &Family{store: d.Store} }
