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
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/gcal"
	"stint/shared/oauth"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/secret"
	"stint/shared/store"
	"stint/shared/vault"
)

// Store is the part of the store that this family uses.
type Store interface {
	// CreateOAuthState writes a state, which expires.
	CreateOAuthState(ctx context.Context, x people.OAuthState) error
	// UseOAuthState reads a state and marks it as used. ok is false when it is
	// unknown, used or expired, or has another purpose or browser.
	UseOAuthState(ctx context.Context, purpose people.OAuthPurpose, digest,
		browser string) (x people.OAuthState, ok bool, err error)
	// UseOAuthStateOfUser is UseOAuthState for a state of a user, in any browser.
	UseOAuthStateOfUser(ctx context.Context, purpose people.OAuthPurpose, digest string,
		user domain.ID) (x people.OAuthState, ok bool, err error)
	// Identity reads a user and a session in one round trip.
	Identity(ctx context.Context, query people.IdentityQuery) (people.Identity, error)
	// Calendar reads a user's connection. ok is false when there is none.
	Calendar(ctx context.Context, u domain.ID, provider string) (c people.CalendarConnection, ok bool, err error)
	// ConnectCalendar writes a new connection and replaces an existing one. Errors:
	// ended when the epoch is not the user's any more.
	ConnectCalendar(ctx context.Context, c people.CalendarConnection, epoch int64, ended error) error
	// ChangeCalendar writes a connection. Errors: conflict when it was changed or
	// removed since it was read.
	ChangeCalendar(ctx context.Context, c people.CalendarConnection) (people.CalendarConnection, error)
	// DisconnectCalendar removes a connection. It is no error when there is none.
	DisconnectCalendar(ctx context.Context, u domain.ID, provider string) error
}

var _ Store = (*store.Store)(nil)

// Family holds the dependencies of this package's operations.
type Family struct {
	config        config.Config
	store         Store
	authenticator *auth.Authenticator
	vault         vault.Vault
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
