// Package apikeys has the routes for API keys, with which programs act for a user
// in a workspace, for apps, which act with a grant, for calendar feeds, and the route where a program reads
// which user and workspace its key or grant belongs to.
package apikeys

import (
	"context"

	"stint/shared/access"
	"stint/shared/boot"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/store"
	"stint/shared/store/peopledb"
)

// Store is the part of the store that this family uses.
type Store interface {
	access.Reader
	access.OtherWorkspaces
	// CreateCalendarFeed writes a new calendar feed. Errors: conflict; with limit_reached for too many.
	CreateCalendarFeed(ctx context.Context, k people.APIKey, w people.Workspace, r domain.ReplayRecord) error
	// CalendarFeeds lists a user's calendar feeds in a workspace. Errors: validation with cursor_invalid.
	CalendarFeeds(ctx context.Context, user, workspace domain.ID,
		p store.PageRequest) (store.Page[people.APIKeyDetails], error)
	// CalendarFeed finds a user's calendar feed by its id. Errors: not_found.
	CalendarFeed(ctx context.Context, user, workspace, id domain.ID) (people.APIKey, error)
	// DeleteCalendarFeed deletes a calendar feed. Errors: not_found.
	DeleteCalendarFeed(ctx context.Context, k people.APIKey) error
	// CreateAPIKey writes a new key, with the remembered answer for its idempotency
	// key. With a guard, it fails with conflict when another key was made since.
	// Errors: conflict when the workspace, as it was read, has got another MaxKeyDays.
	CreateAPIKey(ctx context.Context, k people.APIKey, w people.Workspace, r domain.ReplayRecord,
		guard *peopledb.KeyGuard) error
	// APIKeyGuard reads the guard of a user's keys in a workspace.
	APIKeyGuard(ctx context.Context, workspace, user domain.ID) (peopledb.KeyGuard, error)
	// APIKeys lists a user's keys in a workspace, or in all workspaces when it is
	// "". It includes revoked keys. Errors: validation with cursor_invalid.
	APIKeys(ctx context.Context, user, workspace domain.ID, p store.PageRequest) (store.Page[people.APIKeyDetails], error)
	// APIKeyDigest finds the digest of a user's key by its id. Errors: not_found.
	APIKeyDigest(ctx context.Context, user, workspace, id domain.ID) (string, error)
	// WorkspaceAPIKeys lists the keys of all members of a workspace. Errors:
	// validation with cursor_invalid.
	WorkspaceAPIKeys(ctx context.Context, workspace domain.ID,
		p store.PageRequest) (store.Page[people.APIKeyDetails], error)
	// WorkspaceAPIKeyDigest finds the digest of a key of any member by its id.
	// Errors: not_found.
	WorkspaceAPIKeyDigest(ctx context.Context, workspace, id domain.ID) (string, error)
	// APIKey finds a key by its digest; ok is false when it was purged.
	APIKey(ctx context.Context, digest string) (k people.APIKey, ok bool, err error)
	// RevokeAPIKey revokes a key with immediate effect. Revoking it again changes
	// nothing. Errors: not_found when the key was purged.
	RevokeAPIKey(ctx context.Context, k people.APIKey, now domain.Instant) error
	// Grants lists the grants of apps by a user, in a workspace or in all for "". Errors:
	// validation with cursor_invalid.
	Grants(ctx context.Context, user, workspace domain.ID, p store.PageRequest) (store.Page[people.APIKeyDetails], error)
	// WorkspaceGrants lists the grants of apps by all members of a workspace. Errors:
	// validation with cursor_invalid.
	WorkspaceGrants(ctx context.Context, workspace domain.ID,
		p store.PageRequest) (store.Page[people.APIKeyDetails], error)
	// CreateOAuthClient registers an app. Errors: conflict with limit_reached.
	CreateOAuthClient(ctx context.Context, c people.OAuthClient, most int, r domain.ReplayRecord) error
	// OAuthClient reads a registered app. Errors: not_found.
	OAuthClient(ctx context.Context, workspace, id domain.ID) (people.OAuthClient, error)
	// OAuthClients lists the registered apps of a workspace. Errors: validation with cursor_invalid.
	OAuthClients(ctx context.Context, workspace domain.ID, p store.PageRequest) (store.Page[people.OAuthClient], error)
	// ChangeOAuthClient writes a registered app. Errors: conflict.
	ChangeOAuthClient(ctx context.Context, was, now people.OAuthClient) error
	// DeleteOAuthClient deletes a registered app. Errors: conflict.
	DeleteOAuthClient(ctx context.Context, c people.OAuthClient) error
}

var _ Store = (*store.Store)(nil)

// Family holds the dependencies of this package's operations.
type Family struct {
	store Store
	env   string // the environment that new keys are valid in: live, test or local

	publicURL string // address of the service

	maxKeys int // valid keys of one user in one workspace; 0 is no limit
}

// Function is the Lambda function of this family.
var Function = boot.NewFunction("apikeys", Routes, New)

// New builds the family.
func New(d *boot.Deps) *Family {
	return &Family{store: d.Store, env: d.Config.Env, publicURL: d.Config.PublicURL, maxKeys: d.Config.Limits.APIKeys}
}
