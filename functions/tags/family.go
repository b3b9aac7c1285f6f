// Package tags manages the tags that entries can have.
package tags

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
	// Tag reads a tag. Errors: not_found.
	Tag(ctx context.Context, workspace, tag domain.ID) (projects.Tag, error)
	// Tags lists tags by id.
	Tags(ctx context.Context, workspace domain.ID, p store.PageRequest,
		keep func(projects.Tag) bool) (store.Page[projects.Tag], error)
	// TagByExternalID reads the tag with an external id; nil when there is none.
	TagByExternalID(ctx context.Context, workspace domain.ID, x domain.ExternalID) (*projects.Tag, error)
	// FindTags finds the tags with the names and external ids of the candidates, in
	// their order. Errors: store.ErrBeingMade.
	FindTags(ctx context.Context, workspace domain.ID, candidates []projects.Tag) ([]projectdb.Found[projects.Tag], error)
	// CreateTags makes tags, all or none. Errors: store.ErrBeingMade when a name or an
	// external id is taken.
	CreateTags(ctx context.Context, workspace domain.ID, all []projects.Tag, r domain.ReplayRecord) error
	// CreateTag creates a tag. Errors: validation when the name is taken.
	CreateTag(ctx context.Context, workspace domain.ID, g projects.Tag, r domain.ReplayRecord) error
	// ChangeTag replaces a tag. Errors: conflict when it has changed since was
	// was read, validation when the name is taken.
	ChangeTag(ctx context.Context, workspace domain.ID, was, now projects.Tag) error
	// DeleteTag deletes an unused tag. Errors: conflict when it was used or has
	// changed since it was read.
	DeleteTag(ctx context.Context, workspace domain.ID, g projects.Tag) error
}

var _ Store = (*store.Store)(nil)

// Family holds what the operations of this package need.
type Family struct {
	store Store
}

// Function is the Lambda function of this family.
var Function = boot.NewFunction("tags", Routes, New)

// New builds the family.
func New(d *boot.Deps) *Family { return &Family{store: d.Store} }

// loadTag reads the tag in the path. Errors: not_found.
func (f *Family) loadTag(ctx context.Context, r *route.Request) (projects.Tag, error) {
	return f.store.Tag(ctx, r.WorkspaceID(), r.ID("id"))
}
