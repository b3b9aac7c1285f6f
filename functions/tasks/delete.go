package tasks

import (
	"context"

	"stint/shared/problem"
	"stint/shared/route"
)

func (f *Family) remove(ctx context.Context, c *route.Call[route.NoInput], target taskInProject) (route.Deleted, error) {
	if err := c.CheckIfMatch(target.task.Version); err != nil {
		return route.Deleted{}, err
	}
	if target.task.Used {
		return route.Deleted{}, problem.Conflict("The task has been used: archive it instead.")
	}
	return route.Deleted{ID: string(target.task.ID), Deleted: true}, f.store.DeleteTask(ctx, c.WorkspaceID(), target.task)
}
