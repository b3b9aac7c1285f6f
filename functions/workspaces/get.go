package workspaces

import (
	"context"

	"stint/shared/route"
)

func (f *Family) get(_ context.Context, c *route.Call[route.NoInput]) (workspaceAnswer, error) {
	return toAnswer(*c.Workspace, c.Role()), nil
}
