// Package clients manages the clients of a workspace: the customers that
// projects belong to.
package clients

import (
	"context"

	"stint/shared/boot"
	"stint/shared/domain"
	"stint/shared/domain/projects"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/store/projectdb"
)

// Store is the part of the store that this family uses.
type Store interface {
	// Client reads a client. Errors: not_found.
	Client(ctx context.Context, workspace, client domain.ID) (projects.Client, error)
	// Clients lists clients by id.
	Clients(ctx context.Context, workspace domain.ID, p store.PageRequest,
		keep func(projects.Client) bool) (store.Page[projects.Client], error)
	// ClientByExternalID reads the client with an external id; nil when there is none.
	ClientByExternalID(ctx context.Context, workspace domain.ID, x domain.ExternalID) (*projects.Client, error)
	// FindClients finds the clients with the names and external ids of the candidates, in
	// their order. Errors: store.ErrBeingMade.
	FindClients(ctx context.Context, workspace domain.ID,
		candidates []projects.Client) ([]projectdb.Found[projects.Client], error)
	// CreateClients makes clients, all or none. Errors: store.ErrBeingMade when a name or an
	// external id is taken.
	CreateClients(ctx context.Context, workspace domain.ID, all []projects.Client, r domain.ReplayRecord) error
	// CreateClient creates a client. Errors: validation when the name is taken.
	CreateClient(ctx context.Context, workspace domain.ID, c projects.Client, r domain.ReplayRecord) error
	// ChangeClient replaces a client. Errors: conflict when it has changed
	// since it was read as was, validation when the name is taken.
	ChangeClient(ctx context.Context, workspace domain.ID, was, now projects.Client) error
	// DeleteClient deletes a client. Errors: conflict when it has projects or
	// has changed since it was read.
	DeleteClient(ctx context.Context, workspace domain.ID, c projects.Client) error
}

var _ Store = (*store.Store)(nil)

// Family holds what the operations of this package need.
type Family struct {
	store Store
}

// Function is the Lambda function of this family.
var Function = boot.NewFunction("clients", Routes, New)

// New builds the family.
func New(d *boot.Deps) *Family { return &Family{store: d.Store} }

// loadClient reads the client in the path. Errors: not_found.
func (f *Family) loadClient(ctx context.Context, r *route.Request) (projects.Client, error) {
	return f.store.Client(ctx, r.WorkspaceID(), r.ID("id"))
}
