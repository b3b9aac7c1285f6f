// Package clients is whom projects are done for.
package clients

import (
	"context"

	"stint/shared/boot"
	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/store"
)

// Store is what this family keeps and reads.
type Store interface {
	// Client reads a client. Errors: not_found.
	Client(ctx context.Context, workspace, client domain.ID) (domain.Client, error)
	// Clients lists clients by id.
	Clients(ctx context.Context, workspace domain.ID, p store.PageRequest, keep func(domain.Client) bool) (store.Page[domain.Client], error)
	// CreateClient makes a client. Errors: validation when the name is taken.
	CreateClient(ctx context.Context, workspace domain.ID, c domain.Client, r domain.ReplayRecord) error
	// ChangeClient writes a client over what was read. Errors: conflict when it
	// was changed meanwhile, validation when the name is taken.
	ChangeClient(ctx context.Context, workspace domain.ID, was, now domain.Client) error
	// DeleteClient deletes a client. Errors: conflict when it has projects, or
	// was changed meanwhile.
	DeleteClient(ctx context.Context, workspace domain.ID, c domain.Client) error
}

var _ Store = (*store.Store)(nil)

// Family holds what the operations of this package need.
type Family struct {
	store Store
}

// New builds the family.
func New(d *boot.Deps) *Family { return &Family{store: d.Store} }

// loadClient finds the client that the path names.
func (f *Family) loadClient(ctx context.Context, r *route.Request) (domain.Client, error) {
	return f.store.Client(ctx, r.WorkspaceID(), r.ID("id"))
}
