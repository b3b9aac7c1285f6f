package apikeys

import (
	"context"

	"stint/shared/route"
)

// loadAnyDigest finds the key of any member that the path names. Errors: not_found.
func (f *Family) loadAnyDigest(ctx context.Context, r *route.Request) (digest string, err error) {
	return f.store.WorkspaceAPIKeyDigest(ctx, r.WorkspaceID(), r.ID("id"))
}

func (f *Family) revokeAny(ctx context.Context, c *route.Call[route.NoInput], digest string) (route.Deleted, error) {
	return f.revoke(ctx, c, digest)
}
