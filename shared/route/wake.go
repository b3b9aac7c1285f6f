package route

import (
	"context"

	"stint/shared/dynamo"
	"stint/shared/table"
)

// withWake is the context of a request in a workspace with webhooks: its changes wake the
// deliverer. In other workspaces no change does.
func (r *Request) withWake(ctx context.Context) context.Context {
	if r.Workspace == nil || r.Workspace.Webhooks == 0 {
		return ctx
	}
	return table.WithChangeAttributes(ctx, table.Item{dynamo.AttrWake: table.StringValue("1")})
}
