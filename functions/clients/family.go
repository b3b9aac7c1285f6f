// Package clients manages the clients of a workspace: the customers that
// projects belong to.
package clients

import (
	"context"

	"stint/shared/boot"
	"stint/shared/domain/projects"
	"stint/shared/route"
	"stint/shared/store"
)

// Family holds what the operations of this package need.
type Family struct {
	store *store.Store
}

// Function is the Lambda function of this family.
var Function = boot.NewFunction("clients", Routes, New)

// New builds the family.
func New(d *boot.Deps) *Family { return &Family{store: d.Store} }

// loadClient reads the client in the path. Errors: not_found.
func (f *Family) loadClient(ctx context.Context, r *route.Request) (projects.Client, error) {
	return f.store.Client(ctx, r.WorkspaceID(), r.ID("id"))
}
