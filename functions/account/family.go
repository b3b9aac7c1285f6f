// Package account has the routes for a user's own account: registration, login,
// sessions, password, profile and preferences.
package account

import (
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
	"stint/shared/oidc"
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
	return &Family{
		config: d.Config, store: d.Store, accounts: service, issuer: accounts.NewSessionIssuer(service, d.Issuer),
		authenticator: d.Authenticator, hasher: d.Hasher, refreshTokens: d.Refresh, keys: d.Keys, log: d.Log,
		secrets: d.Secrets, passkeys: newCeremonies(d.Config),
		deletion:   accountdeletion.Service{Store: d.Store},
		purgeAfter: time.Duration(d.Config.PurgeAfterDays) * 24 * time.Hour,
		provider:   oidc.NewFor(d.Config, d.SecretReader(config.SettingOIDCClientSecret, d.Config.OIDC.ClientSecret), d.Now),
	}
}
