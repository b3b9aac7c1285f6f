// Package account is a person's way in and what is theirs: registration,
// login, sessions, password, profile and preferences.
package account

import (
	"context"
	"log/slog"

	"stint/shared/accounts"
	"stint/shared/auth"
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
	AccountStore
	SessionStore

	// SendTokenMail queues a mail and keeps the digest of its token.
	SendTokenMail(ctx context.Context, x store.TokenMail) error
	// Identity reads a user, a session and a membership in one round.
	Identity(ctx context.Context, query domain.IdentityQuery) (domain.Identity, error)
	// Memberships lists a user's memberships that are in force, oldest first.
	Memberships(ctx context.Context, user domain.ID) ([]domain.Membership, error)
}

// AccountStore keeps people.
type AccountStore interface {
	// CreateAccount registers a user with a first workspace, all or nothing.
	// Errors: conflict when the address is taken.
	CreateAccount(ctx context.Context, a store.Registration) error
	// ChangeUser writes a user as it was read, with changes. Errors: conflict
	// when it was changed meanwhile.
	ChangeUser(ctx context.Context, u domain.User) (domain.User, error)
	// ChangePassword is ChangeUser that ends all sessions but one. Errors:
	// conflict when the user or that session was changed meanwhile.
	ChangePassword(ctx context.Context, u domain.User, keep domain.Session) (domain.User, error)
	// UnlinkLogin takes a link to an identity provider off a user. Errors: conflict
	// when the user was changed meanwhile.
	UnlinkLogin(ctx context.Context, u domain.User, login domain.ExternalLogin) error
}

// SessionStore keeps who is signed in.
type SessionStore interface {
	// Session reads a session, alive or not; ok is false when there is none.
	Session(ctx context.Context, user, id domain.ID) (x domain.Session, ok bool, err error)
	// Sessions lists the sessions that the filter keeps, newest first. Errors:
	// validation with cursor_invalid.
	Sessions(ctx context.Context, user domain.ID, p store.PageRequest, keep func(domain.Session) bool) (store.Page[domain.Session], error)
	// RotateSession brings a session from the state that was read to the next;
	// with switched, the user was last active in its workspace. Errors:
	// conflict when the session was advanced or ended meanwhile.
	RotateSession(ctx context.Context, was, next domain.Session, switched bool) error
	// SetSessionWorkspace makes a workspace the active one, leaving the refresh token
	// as it is. Errors: conflict when the session has ended.
	SetSessionWorkspace(ctx context.Context, x domain.Session, workspace domain.ID) error
	// EndSessions ends sessions; ended ones are fine.
	EndSessions(ctx context.Context, ended ...domain.Session) error
}

var _ Store = (*store.Store)(nil)

// Family holds what the operations of this package need.
type Family struct {
	config        config.Config
	store         Store
	accounts      *accounts.Service
	issuer        *accounts.SessionIssuer
	authenticator *auth.Authenticator
	hasher        *password.Hasher
	refreshTokens *refresh.Codec
	keys          token.Keys
	log           *slog.Logger
}

// New builds the family.
func New(d *boot.Deps) *Family {
	service := accounts.New(d)
	return &Family{
		config: d.Config, store: d.Store, accounts: service, issuer: accounts.NewSessionIssuer(service, d.Issuer), authenticator: d.Authenticator,
		hasher: d.Hasher, refreshTokens: d.Refresh, keys: d.Keys, log: d.Log,
	}
}
