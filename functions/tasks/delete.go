package tasks

import (
	"context"

	"stint/shared/problem"
	"stint/shared/route"
)

func (f *Family) remove(ctx context.Context, c *route.Call[route.None], at place) (route.Deleted, error) {
	if err := c.Match(at.task.Version); err != nil {
		return route.Deleted{}, err
	}
	if at.task.Used {
		return route.Deleted{}, problem.Clash("The task has been used: archive it instead.")
	}
	return route.Deleted{ID: string(at.task.ID), Deleted: true}, f.store.DeleteTask(ctx, c.WorkspaceID(), at.task)
}
