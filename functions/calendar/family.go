// Package calendar has the routes that connect a user's calendar account and read
// its events.
package calendar

import (
	"context"
	"log/slog"
	"time"

	"golang.org/x/sync/singleflight"

	"stint/shared/auth"
	"stint/shared/boot"
	"stint/shared/config"
	"stint/shared/gcal"
	"stint/shared/oauth"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/secret"
	"stint/shared/store"
	"stint/shared/vault"
)

// Family holds the dependencies of this package's operations.
type Family struct {
	config        config.Config
	store         *store.Store
	authenticator *auth.Authenticator
	vault         *vault.Vault
	secrets       secret.Source
	log           *slog.Logger
	now           func() time.Time
	provider      *gcal.Client       // nil when none is configured
	renewals      singleflight.Group // renewals of this instance, by user
}

// Function is the Lambda function of this family.
var Function = boot.NewFunction("calendar", Routes, New)

// New builds the family. It does not call the provider.
func New(d *boot.Deps) *Family {
	f := &Family{config: d.Config, store: d.Store, authenticator: d.Authenticator, vault: d.CalendarVault(),
		secrets: d.Secrets, log: d.Log, now: d.Now}
	if c := d.Config.Calendar; c.Enabled() {
		f.provider = gcal.New(gcal.Options{
			ClientID: c.ClientID, ClientSecret: d.SecretReader(config.SettingCalendarSecret, c.ClientSecret),
			RedirectURL: d.Config.PublicURL + callbackPath,
			AuthURL:     c.AuthURL, TokenURL: c.TokenURL, RevokeURL: c.RevokeURL, APIURL: c.APIURL,
			HTTP: oauth.NewRawHTTPClient(oauth.CallTimeout), Now: d.Now,
		})
	}
	return f
}

// requireProvider returns the provider. Errors: calendar_disabled when none is
// configured.
func (f *Family) requireProvider(context.Context, *route.Request) (*gcal.Client, error) {
	if f.provider == nil {
		return nil, problem.New(problem.CodeCalendarDisabled)
	}
	return f.provider, nil
}
