// Package accounts is what people do to get at their account, whatever they
// come through, a route of the API or a page that a mail leads to: prove who
// they are, use the tokens mailed to them, and join by an invitation.
package accounts

import (
	"context"

	"stint/shared/auth/password"
	"stint/shared/auth/refresh"
	"stint/shared/config"
	"stint/shared/domain"
	"stint/shared/store"
)

// Store is what the desk keeps and reads.
type Store interface {
	tokenStore
	invitationStore
	sessionStore
	externalLoginStore

	// CountAttempt counts an attempt. Errors: rate_limited.
	CountAttempt(ctx context.Context, kind, subject string, limit int) error
	// UserByEmail finds an account by its address; ok is false when there is
	// none. It takes the same time either way.
	UserByEmail(ctx context.Context, e domain.Email) (user domain.User, ok bool, err error)
	// RehashPassword keeps the password that was read in another form. One that was
	// changed meanwhile stays.
	RehashPassword(ctx context.Context, u domain.User, hash string) error
}

var _ Store = (*store.Store)(nil)

// Service serves people by what they present: a password, or a token.
type Service struct {
	config  config.Config
	store   Store
	hasher  *password.Hasher
	refresh *refresh.Codec
}

// New makes the service.
func New(c config.Config, s Store, h *password.Hasher, r *refresh.Codec) *Service {
	return &Service{config: c, store: s, hasher: h, refresh: r}
}
