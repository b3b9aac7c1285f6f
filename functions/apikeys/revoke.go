package apikeys

import (
	"context"

	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/route"
)

// loadKey finds the caller's key that the path names. Keys of other users are not
// found, whatever the caller's role. Errors: not_found.
func (f *Family) loadKey(ctx context.Context, r *route.Request) (people.APIKey, error) {
	digest, err := f.store.APIKeyDigest(ctx, r.User.ID, r.WorkspaceID(), r.ID("id"))
	return f.readKey(ctx, digest, err)
}

// readKey reads the key with a digest, unless finding the digest failed. Errors:
// that of finding it, and not_found.
func (f *Family) readKey(ctx context.Context, digest string, err error) (people.APIKey, error) {
	if err != nil {
		return people.APIKey{}, err
	}
	key, ok, err := f.store.APIKey(ctx, digest)
	if err == nil && !ok {
		err = problem.NotFound()
	}
	return key, err
}

func (f *Family) revoke(ctx context.Context, c *route.Call[route.NoInput], key people.APIKey) (route.Deleted, error) {
	return route.NewDeleted(key.ID), f.store.RevokeAPIKey(ctx, key, c.Now)
}

// loadAnyKey finds the key of any member that the path names. Errors: not_found.
func (f *Family) loadAnyKey(ctx context.Context, r *route.Request) (people.APIKey, error) {
	digest, err := f.store.WorkspaceAPIKeyDigest(ctx, r.WorkspaceID(), r.ID("id"))
	return f.readKey(ctx, digest, err)
}

func (f *Family) revokeAny(ctx context.Context, c *route.Call[route.NoInput],
	key people.APIKey) (route.Deleted, error) {
	return f.revoke(ctx, c, key)
}
