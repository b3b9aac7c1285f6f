// Package accounts has the operations on accounts that several families share: sign in
// with a password or at a provider, use mailed tokens, register, and accept
// invitations. The API (functions/account, sso, invitations) and the pages that
// mails link to (functions/pages) call the same Service.
package accounts

import (
	"context"

	"stint/shared/auth/opaque"
	"stint/shared/auth/password"
	"stint/shared/config"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/limits"
	"stint/shared/secret"
	"stint/shared/store"
	"stint/shared/store/peopledb"
	"stint/shared/vault"
)

// Store is the part of *store.Store that a Service needs.
type Store interface {
	tokenStore
	invitationStore
	sessionStore
	externalLoginStore
	secondFactorStore
	admissionStore

	// CountAttempt counts an attempt. Errors: rate_limited.
	CountAttempt(ctx context.Context, kind, subject string, limit int) error
	// Count counts one use of each quota, or none if one is used up. Errors:
	// rate_limited.
	Count(ctx context.Context, quotas ...domain.Quota) error
	// Uncount takes back one use of a quota.
	Uncount(ctx context.Context, q domain.Quota) error
	// KnownNetwork finds the note that an account signed in from a network; ok is false
	// when there is none.
	KnownNetwork(ctx context.Context, hash string) (n people.KnownNetwork, ok bool, err error)
	// RememberNetwork notes that an account signed in from a network.
	RememberNetwork(ctx context.Context, hash string, n people.KnownNetwork) error
	// EndOldestSessions ends a user's oldest sessions beyond the number to keep.
	EndOldestSessions(ctx context.Context, u people.User, keep int) error
	// UserByEmail finds an account by its address; ok is false when there is none. It
	// takes the same time either way.
	UserByEmail(ctx context.Context, e domain.Email) (user people.User, ok bool, err error)
	// RecordFailedSignIn leaves the event of a failed sign-in to the worker. It takes the same time without an
	// account.
	RecordFailedSignIn(ctx context.Context, f peopledb.FailedSignIn) error
	// RehashPassword replaces the password hash that was read. A hash that was changed
	// since stays.
	RehashPassword(ctx context.Context, u people.User, hash string) error
}

var _ Store = (*store.Store)(nil)

// Service has the operations. It may be used by several goroutines.
type Service struct {
	config  config.Config
	store   Store
	hasher  *password.Hasher
	refresh *opaque.RefreshCodec
	secrets secret.Source
	mail    limits.Queued
	vault   *vault.Vault // of the secrets of second factors
	grants  *vault.Vault // of the refresh tokens of single sign-on
}

// New makes a service. boot.Deps.Accounts makes the one that families use.
func New(c config.Config, s Store, hasher *password.Hasher, secrets secret.Source) *Service {
	return &Service{
		config: c, store: s, hasher: hasher, refresh: opaque.NewRefreshCodec(secrets), secrets: secrets,
		mail: limits.NewQueued(c.Limits, s), vault: vault.New(secrets, secret.SecondFactor),
		grants: vault.New(secrets, secret.SignInGrant),
	}
}
