// Package sso has the routes for single sign-on through an OpenID Connect provider.
package sso

import (
	"context"
	"log/slog"

	"stint/shared/accounts"
	"stint/shared/auth"
	"stint/shared/auth/opaque"
	"stint/shared/boot"
	"stint/shared/config"
	"stint/shared/domain/people"
	"stint/shared/oidc"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/secret"
	"stint/shared/store"
	"stint/shared/store/peopledb"
)

// Store is the part of the store that this family uses.
type Store interface {
	// CreateOAuthState writes a state, which expires.
	CreateOAuthState(ctx context.Context, x people.OAuthState) error
	// UseOAuthState reads a state and marks it as used. ok is false when it is
	// unknown, used or expired, or has another purpose or browser.
	UseOAuthState(ctx context.Context, purpose people.OAuthPurpose, digest,
		browser string) (x people.OAuthState, ok bool, err error)
	// UserByExternalLogin finds the user that a subject is linked to. ok is false
	// when there is none.
	UserByExternalLogin(ctx context.Context, provider, subject string) (user people.User, ok bool, err error)
	// LinkLogin links a user to a subject. Errors: conflict when the subject is
	// linked already, or the user has changed since it was read.
	LinkLogin(ctx context.Context, u people.User, login people.ExternalLogin) (people.User, error)
	// ProveSession notes that the user of a session proved again who they are. Errors:
	// conflict when the session has ended.
	ProveSession(ctx context.Context, p peopledb.SessionProof) error
	// Identity reads a user and a session in one round trip.
	Identity(ctx context.Context, query people.IdentityQuery) (people.Identity, error)
}

var _ Store = (*store.Store)(nil)

// Family holds the dependencies of this package's operations.
type Family struct {
	config        config.Config
	store         Store
	accounts      *accounts.Service
	issuer        *accounts.SessionIssuer
	authenticator *auth.Authenticator
	refreshTokens *opaque.RefreshCodec
	provider      *oidc.Client // nil when none is configured
	log           *slog.Logger
	secrets       secret.Source
}

// Function is the Lambda function of this family.
var Function = boot.NewFunction("sso", Routes, New)

// New builds the family. It does not call the provider: the first sign-in does.
func New(d *boot.Deps) *Family {
	service := d.Accounts()
	f := &Family{
		config: d.Config, store: d.Store, accounts: service, issuer: accounts.NewSessionIssuer(service, d.Issuer),
		authenticator: d.Authenticator, refreshTokens: d.Refresh, log: d.Log, secrets: d.Secrets,
	}
	if c := d.Config.OIDC; c.Enabled() {
		f.provider = oidc.NewFor(d.Config, d.SecretReader(config.SettingOIDCClientSecret, c.ClientSecret), d.Now)
	}
	return f
}

// requireProvider returns the provider. Errors: not_found when none is configured.
func (f *Family) requireProvider(context.Context, *route.Request) (*oidc.Client, error) {
	if f.provider == nil {
		return nil, problem.NotFound()
	}
	return f.provider, nil
}
