package tags

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
)

func (f *Family) remove(ctx context.Context, c *route.Call[route.NoInput], tag domain.Tag) (route.Deleted, error) {
	if err := c.CheckIfMatch(tag.Version); err != nil {
		return route.Deleted{}, err
	}
	if err := tag.CheckDelete(); err != nil {
		return route.Deleted{}, err
	}
	return route.Deleted{ID: string(tag.ID), Deleted: true}, f.store.DeleteTag(ctx, c.WorkspaceID(), tag)
}
