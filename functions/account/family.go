// Package account is a person's way in and what is theirs: registration,
// login, sessions, password, profile and preferences.
package account

import (
	"context"

	"stint/shared/auth/password"
	"stint/shared/auth/refresh"
	"stint/shared/auth/token"
	"stint/shared/boot"
	"stint/shared/config"
	"stint/shared/domain"
	"stint/shared/store"
)

// Store is what this family keeps and reads.
type Store interface {
	// CreateAccount registers a user with a first workspace, all or nothing.
	// Errors: conflict when the address is taken.
	CreateAccount(ctx context.Context, a store.Account) error
	// UserByEmail finds an account by its address; ok is false when there is none.
	UserByEmail(ctx context.Context, e domain.Email) (user domain.User, ok bool, err error)
	// Count counts an attempt. Errors: rate_limited.
	Count(ctx context.Context, kind, subject string, limit int) error
}

var _ Store = (*store.Store)(nil)

// Family holds what the operations of this package need.
type Family struct {
	config  config.Config
	store   Store
	hasher  *password.Hasher
	refresh *refresh.Codec
	issuer  *token.Issuer
}

// New builds the family.
func New(d *boot.Deps) *Family {
	return &Family{config: d.Config, store: d.Store, hasher: d.Hasher, refresh: d.Refresh, issuer: d.Issuer}
}
