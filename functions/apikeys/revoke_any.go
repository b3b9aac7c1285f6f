package apikeys

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
)

// loadAnyKey finds the key of any member that the path names. Errors: not_found.
func (f *Family) loadAnyKey(ctx context.Context, r *route.Request) (domain.APIKey, error) {
	digest, err := f.store.WorkspaceAPIKeyDigest(ctx, r.WorkspaceID(), r.ID("id"))
	return f.readKey(ctx, digest, err)
}

func (f *Family) revokeAny(ctx context.Context, c *route.Call[route.NoInput], key domain.APIKey) (route.Deleted, error) {
	return f.revoke(ctx, c, key)
}
