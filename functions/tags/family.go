// Package tags is the labels that entries carry.
package tags

import (
	"context"

	"stint/shared/boot"
	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/store"
)

// Store is what this family keeps and reads.
type Store interface {
	// Tag reads a tag. Errors: not_found.
	Tag(ctx context.Context, workspace, tag domain.ID) (domain.Tag, error)
	// Tags lists tags by id.
	Tags(ctx context.Context, workspace domain.ID, p store.PageRequest, keep func(domain.Tag) bool) (store.Page[domain.Tag], error)
	// CreateTag makes a tag. Errors: validation when the name is taken.
	CreateTag(ctx context.Context, workspace domain.ID, g domain.Tag, r domain.ReplayRecord) error
	// ChangeTag writes a tag over what was read. Errors: conflict when it was
	// changed meanwhile, validation when the name is taken.
	ChangeTag(ctx context.Context, workspace domain.ID, was, now domain.Tag) error
	// DeleteTag deletes a tag that no entry ever carried. Errors: conflict when
	// one did, or when it was changed meanwhile.
	DeleteTag(ctx context.Context, workspace domain.ID, g domain.Tag) error
}

var _ Store = (*store.Store)(nil)

// Family holds what the operations of this package need.
type Family struct {
	store Store
}

// New builds the family.
func New(d *boot.Deps) *Family { return &Family{store: d.Store} }

// loadTag finds the tag that the path names.
func (f *Family) loadTag(ctx context.Context, r *route.Request) (domain.Tag, error) {
	return f.store.Tag(ctx, r.WorkspaceID(), r.ID("id"))
}
