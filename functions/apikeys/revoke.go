package apikeys

import (
	"context"

	"stint/shared/route"
)

// loadDigest finds one of the caller's own keys in the workspace; somebody else's is
// as good as none, whoever asks.
func (f *Family) loadDigest(ctx context.Context, r *route.Request) (digest string, err error) {
	return f.store.APIKeyDigest(ctx, r.User.ID, r.WorkspaceID(), r.ID("id"))
}

func (f *Family) revoke(ctx context.Context, c *route.Call[route.NoInput], digest string) (route.Deleted, error) {
	return route.Deleted{ID: string(c.ID("id")), Deleted: true}, f.store.RevokeAPIKey(ctx, digest, c.Now)
}
