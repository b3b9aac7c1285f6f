package tasks

import (
	"context"

	"stint/shared/route"
)

func (f *Family) remove(ctx context.Context, c *route.Call[route.NoInput], target taskInProject) (route.Deleted, error) {
	if err := c.CheckIfMatch(target.task.Version); err != nil {
		return route.Deleted{}, err
	}
	if err := target.task.CheckDelete(); err != nil {
		return route.Deleted{}, err
	}
	return route.Deleted{ID: string(target.task.ID), Deleted: true}, f.store.DeleteTask(ctx, c.WorkspaceID(), target.task)
}
