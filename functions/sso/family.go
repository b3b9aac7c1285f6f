// Package sso is the way in through an identity provider (OpenID Connect).
package sso

import (
	"context"
	"log/slog"

	"stint/shared/accounts"
	"stint/shared/auth"
	"stint/shared/auth/refresh"
	"stint/shared/boot"
	"stint/shared/config"
	"stint/shared/domain"
	"stint/shared/oauth"
	"stint/shared/oidc"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
)

// Store is what this family keeps and reads.
type Store interface {
	// CreateOAuthState keeps a state until its end.
	CreateOAuthState(ctx context.Context, x domain.OAuthState) error
	// UseOAuthState uses a state up, once; ok is false for one that is unknown,
	// used, over, or of another purpose or browser.
	UseOAuthState(ctx context.Context, purpose domain.OAuthPurpose, digest, browser string) (x domain.OAuthState, ok bool, err error)
	// UserByExternalLogin finds the account that a subject is linked to; ok is false when there is none.
	UserByExternalLogin(ctx context.Context, provider, subject string) (user domain.User, ok bool, err error)
	// LinkLogin links an account to a subject. Errors: conflict when the subject is
	// linked already, or the account was changed meanwhile.
	LinkLogin(ctx context.Context, u domain.User, login domain.ExternalLogin) (domain.User, error)
	// Identity reads a user and a session in one round.
	Identity(ctx context.Context, query domain.IdentityQuery) (domain.Identity, error)
}

var _ Store = (*store.Store)(nil)

// Family holds what the operations of this package need.
type Family struct {
	config        config.Config
	store         Store
	accounts      *accounts.Service
	issuer        *accounts.SessionIssuer
	authenticator *auth.Authenticator
	refreshTokens *refresh.Codec
	provider      *oidc.Client // nil where none is configured
	log           *slog.Logger
}

// New builds the family. It calls nobody: the provider is asked for when the
// first person wants to go there.
func New(d *boot.Deps) *Family {
	service := accounts.New(d)
	f := &Family{
		config: d.Config, store: d.Store, accounts: service, issuer: accounts.NewSessionIssuer(service, d.Issuer),
		authenticator: d.Authenticator, refreshTokens: d.Refresh, log: d.Log,
	}
	if c := d.Config.OIDC; c.Enabled() {
		f.provider = oidc.New(oidc.Options{
			Issuer: c.Issuer, ClientID: c.ClientID, ClientSecret: d.SecretReader(config.SettingOIDCClientSecret, c.ClientSecret),
			RedirectURL: d.Config.PublicURL + callbackPath, HTTP: oauth.NewHTTPClient(oauth.CallTimeout), Now: d.Now,
		})
	}
	return f
}

// requireProvider finds the provider. Where there is none, there is nothing.
func (f *Family) requireProvider(context.Context, *route.Request) (*oidc.Client, error) {
	if f.provider == nil {
		return nil, problem.NotFound()
	}
	return f.provider, nil
}
