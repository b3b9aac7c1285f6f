package projects

import (
	"context"

	"stint/shared/access"
	"stint/shared/route"
)

func (f *Family) remove(ctx context.Context, c *route.Call[route.NoInput], p access.Project) (route.Deleted, error) {
	if err := c.CheckIfMatch(p.Project.Version); err != nil {
		return route.Deleted{}, err
	}
	hasTasks, err := f.store.HasTasks(ctx, c.WorkspaceID(), p.Project)
	if err != nil {
		return route.Deleted{}, err
	}
	if err := p.Project.CheckDelete(hasTasks); err != nil {
		return route.Deleted{}, err
	}
	return route.Deleted{ID: string(p.Project.ID), Deleted: true}, f.store.DeleteProject(ctx, c.WorkspaceID(), p.Project)
}
