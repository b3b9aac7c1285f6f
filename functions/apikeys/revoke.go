package apikeys

import (
	"context"

	"stint/shared/route"
)

// loadDigest finds the caller's key that the path names. Keys of other users are
// not found, whatever the caller's role. Errors: not_found.
func (f *Family) loadDigest(ctx context.Context, r *route.Request) (digest string, err error) {
	return f.store.APIKeyDigest(ctx, r.User.ID, r.WorkspaceID(), r.ID("id"))
}

func (f *Family) revoke(ctx context.Context, c *route.Call[route.NoInput], digest string) (route.Deleted, error) {
	return route.Deleted{ID: string(c.ID("id")), Deleted: true}, f.store.RevokeAPIKey(ctx, digest, c.Now)
}
