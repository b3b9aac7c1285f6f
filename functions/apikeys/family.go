// Package apikeys is the keys under which programs act for their makers: made,
// listed and revoked here, and the route that tells a program who it acts for.
package apikeys

import (
	"context"

	"stint/shared/boot"
	"stint/shared/domain"
	"stint/shared/store"
)

// Store is what this family keeps and reads.
type Store interface {
	// CreateAPIKey keeps a new key.
	CreateAPIKey(ctx context.Context, k domain.APIKey, r domain.ReplayRecord) error
	// APIKeys lists a user's keys, revoked ones too; those of one workspace, or
	// of all when it is "". Errors: validation with cursor_invalid.
	APIKeys(ctx context.Context, user, workspace domain.ID, p store.PageRequest) (store.Page[domain.APIKey], error)
	// APIKeyDigest finds a user's key by its id. Errors: not_found.
	APIKeyDigest(ctx context.Context, user, workspace, id domain.ID) (string, error)
	// RevokeAPIKey ends a key from its next use on; revoking again changes
	// nothing. Errors: not_found when it was purged meanwhile.
	RevokeAPIKey(ctx context.Context, digest string, now domain.Instant) error
}

var _ Store = (*store.Store)(nil)

// Family holds what the operations of this package need.
type Family struct {
	store Store
	env   string // what the keys made here are good for: live, test or local
}

// New builds the family.
func New(d *boot.Deps) *Family { return &Family{store: d.Store, env: d.Config.Env} }
