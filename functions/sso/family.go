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
	"stint/shared/oidc"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/secret"
	"stint/shared/store"
)

// Family holds the dependencies of this package's operations.
type Family struct {
	config        config.Config
	store         *store.Store
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
	return &Family{
		config: d.Config, store: d.Store, accounts: service, issuer: accounts.NewSessionIssuer(service, d.Issuer),
		authenticator: d.Authenticator, refreshTokens: d.Refresh, log: d.Log, secrets: d.Secrets,
		provider: oidc.NewFor(d.Config, d.SecretReader(config.SettingOIDCClientSecret, d.Config.OIDC.ClientSecret), d.Now),
	}
}

// requireProvider returns the provider. Errors: not_found when none is configured.
func (f *Family) requireProvider(context.Context, *route.Request) (*oidc.Client, error) {
	if f.provider == nil {
		return nil, problem.NotFound()
	}
	return f.provider, nil
}
