package workspaces

import (
	"context"

	"stint/shared/route"
)

// restore makes a deleted workspace visible again. Restoring one that is not deleted
// changes nothing.
func (f *Family) restore(ctx context.Context, c *route.Call[route.NoInput]) (workspaceAnswer, error) {
	w := *c.Workspace
	if !w.Deleted() {
		return toAnswer(w, c.Role()), nil
	}
	w = w.Restore()
	return toAnswer(w, c.Role()), f.store.RestoreWorkspace(ctx, *c.Workspace, w)
}
