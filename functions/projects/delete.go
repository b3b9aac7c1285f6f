package projects

import (
	"context"

	"stint/shared/access"
	"stint/shared/problem"
	"stint/shared/route"
)

func (f *Family) remove(ctx context.Context, c *route.Call[route.NoInput], p access.Project) (route.Deleted, error) {
	if err := c.CheckIfMatch(p.Project.Version); err != nil {
		return route.Deleted{}, err
	}
	if p.Project.Used {
		return route.Deleted{}, problem.Conflict("The project has been used or has tasks: archive it instead.")
	}
	return route.Deleted{ID: string(p.Project.ID), Deleted: true}, f.store.DeleteProject(ctx, c.WorkspaceID(), p.Project)
}
