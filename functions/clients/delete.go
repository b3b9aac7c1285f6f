package clients

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
)

func (f *Family) remove(ctx context.Context, c *route.Call[route.NoInput], client domain.Client) (route.Deleted, error) {
	if err := c.CheckIfMatch(client.Version); err != nil {
		return route.Deleted{}, err
	}
	if client.ProjectCount > 0 {
		return route.Deleted{}, problem.Conflict(problem.InUse, "The client has projects: archive it instead.")
	}
	return route.Deleted{ID: string(client.ID), Deleted: true}, f.store.DeleteClient(ctx, c.WorkspaceID(), client)
}
