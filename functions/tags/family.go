// Package tags manages the tags that entries can have.
package tags

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
var Function = boot.NewFunction("tags", Routes, New)

// New builds the family.
func New(d *boot.Deps) *Family { return &Family{store: d.Store} }

// loadTag reads the tag in the path. Errors: not_found.
func (f *Family) loadTag(ctx context.Context, r *route.Request) (projects.Tag, error) {
	return f.store.Tag(ctx, r.WorkspaceID(), r.ID("id"))
}
