package tags

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
)

func (f *Family) remove(ctx context.Context, c *route.Call[route.NoInput], tag domain.Tag) (route.Deleted, error) {
	if err := c.CheckIfMatch(tag.Version); err != nil {
		return route.Deleted{}, err
	}
	if tag.Used {
		return route.Deleted{}, problem.Conflict("The tag has been used by an entry.")
	}
	return route.Deleted{ID: string(tag.ID), Deleted: true}, f.store.DeleteTag(ctx, c.WorkspaceID(), tag)
}
