// Package account has the routes for a user's own account: registration, login,
// sessions, password, profile and preferences.
package account

import (
	"context"
	"log/slog"
	"time"

	"stint/shared/accountdeletion"
	"stint/shared/accounts"
	"stint/shared/auth"
	"stint/shared/auth/opaque"
	"stint/shared/auth/passkey"
	"stint/shared/auth/password"
	"stint/shared/auth/token"
	"stint/shared/boot"
	"stint/shared/config"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/oidc"
	"stint/shared/secret"
	"stint/shared/store"
	"stint/shared/store/peopledb"
)

// Store is the part of the store that this family uses.
type Store interface {
	AccountStore
	SessionStore
	SecondFactorStore
	PasskeyStore
	ProviderStore
	DeletionStore
	ExportStore
	accountdeletion.Store

	// SendTokenMail queues a mail and stores the digest of its token.
	SendTokenMail(ctx context.Context, x peopledb.TokenMail) error
	// Memberships lists a user's active memberships, oldest first.
	Memberships(ctx context.Context, user domain.ID) ([]people.Membership, error)
}

// AccountStore stores users.
type AccountStore interface {
	// CreateAccount creates a user and their first workspace in one transaction.
	// Errors: conflict when the address has an account.
	CreateAccount(ctx context.Context, a peopledb.Registration) error
	// ChangeUser writes a user. Errors: conflict when the version in the table is
	// not the one that was read.
	ChangeUser(ctx context.Context, u people.User) (people.User, error)
	// RenameUser is ChangeUser for another name.
	RenameUser(ctx context.Context, u people.User) (people.User, error)
	// ChangePassword is ChangeUser that also ends all sessions except one. Errors:
	// conflict when the user or that session has changed since it was read.
	ChangePassword(ctx context.Context, u people.User, keep people.Session, isRenamed bool) (people.User, error)
	// UnlinkLogin removes an external login from a user. Errors: conflict when the
	// user has changed since it was read.
	UnlinkLogin(ctx context.Context, u people.User, provider string) error
	// SetFirstPassword is ChangeUser for the first password.
	SetFirstPassword(ctx context.Context, u people.User) error
}

// SecondFactorStore stores second factors. All codes work once: a code that another
// request used first is an error of validation with token_invalid.
type SecondFactorStore interface {
	// SetSecondFactor writes a second factor that is not confirmed yet. Errors:
	// conflict when the user has changed since it was read.
	SetSecondFactor(ctx context.Context, u people.User) error
	// EnableSecondFactor switches a second factor on, by a code that proves the session.
	// Errors: conflict when the user has changed or the session has ended.
	EnableSecondFactor(ctx context.Context, u people.User, p peopledb.SessionProof) error
	// DisableSecondFactor removes the second factor. Errors: validation.
	DisableSecondFactor(ctx context.Context, u people.User, use people.CodeUse) error
	// ReplaceRecoveryCodes replaces the recovery codes. Errors: validation.
	ReplaceRecoveryCodes(ctx context.Context, u people.User, use people.CodeUse, digests []string) error
	// ProveSessionWithCode is ProveSession with a code. Errors: validation, conflict.
	ProveSessionWithCode(ctx context.Context, p peopledb.SessionProof, use people.CodeUse) error
}

// SessionStore stores sessions.
type SessionStore interface {
	// Session reads a session, whether or not it is still valid. ok is false when
	// there is none.
	Session(ctx context.Context, user, id domain.ID) (x people.Session, ok bool, err error)
	// Sessions lists the sessions that the filter keeps, newest first. Errors:
	// validation with cursor_invalid.
	Sessions(ctx context.Context, user domain.ID, p store.PageRequest,
		keep func(people.Session) bool) (store.Page[people.Session], error)
	// RotateSession writes the next state of a session. Errors: conflict when the
	// session was rotated or ended since it was read.
	RotateSession(ctx context.Context, x peopledb.SessionRotation) error
	// SetSessionWorkspace changes the active workspace of a user's session and keeps its
	// refresh token. Errors: conflict when the session has ended.
	SetSessionWorkspace(ctx context.Context, u people.User, was people.Session, workspace domain.ID) error
	// ProveSession notes that the user of a session proved again who they are. Errors:
	// conflict when the session has ended.
	ProveSession(ctx context.Context, p peopledb.SessionProof) error
	// EndOtherSessions ends all sessions of a user except one. Errors: conflict when the
	// user or that session has changed since it was read.
	EndOtherSessions(ctx context.Context, u people.User, keep people.Session) error
	// EndSessions ends sessions. Sessions that have already ended are no error.
	EndSessions(ctx context.Context, ended ...people.Session) error
}

var _ Store = (*store.Store)(nil)

// Family holds the dependencies of this package's operations.
type Family struct {
	config        config.Config
	store         Store
	accounts      *accounts.Service
	issuer        *accounts.SessionIssuer
	authenticator *auth.Authenticator
	hasher        *password.Hasher
	refreshTokens *opaque.RefreshCodec
	keys          token.Keys
	log           *slog.Logger
	secrets       secret.Source
	provider      *oidc.Client        // of single sign-on; nil for none
	passkeys      *passkey.Ceremonies // nil where there are none
	deletion      accountdeletion.Service
	purgeAfter    time.Duration // how long a deleted workspace is kept
}

// Function is the Lambda function of this family.
var Function = boot.NewFunction("account", Routes, New)

// New builds the family.
func New(d *boot.Deps) *Family {
	service := d.Accounts()
	f := &Family{
		config: d.Config, store: d.Store, accounts: service, issuer: accounts.NewSessionIssuer(service, d.Issuer),
		authenticator: d.Authenticator, hasher: d.Hasher, refreshTokens: d.Refresh, keys: d.Keys, log: d.Log,
		secrets: d.Secrets, passkeys: newCeremonies(d.Config),
		deletion:   accountdeletion.Service{Store: d.Store},
		purgeAfter: time.Duration(d.Config.PurgeAfterDays) * 24 * time.Hour,
	}
	if c := d.Config.OIDC; c.Enabled() {
		f.provider = oidc.NewFor(d.Config, d.SecretReader(config.SettingOIDCClientSecret, c.ClientSecret), d.Now)
	}
	return f
}
