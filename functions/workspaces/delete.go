package workspaces

import (
	"context"

	"stint/shared/route"
)

func (f *Family) remove(ctx context.Context, c *route.Call[route.NoInput]) (route.Deleted, error) {
	if err := c.CheckIfMatch(c.Workspace.Version); err != nil {
		return route.Deleted{}, err
	}
	err := f.store.DeleteWorkspace(ctx, *c.Workspace, c.Workspace.MarkDeleted(c.Now, f.purgeAfter))
	return route.Deleted{ID: string(c.WorkspaceID()), Deleted: true}, err
}
