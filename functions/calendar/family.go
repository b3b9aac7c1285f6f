// Package calendar connects people's own calendars, and reads what is in them.
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
	"stint/shared/gcal"
	"stint/shared/oauth"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/vault"
)

// Store is what this family keeps and reads.
type Store interface {
	// CreateOAuthState keeps a state until its end.
	CreateOAuthState(ctx context.Context, x domain.OAuthState) error
	// UseOAuthState uses a state up, once; ok is false for one that is unknown,
	// used, over, or of another purpose or browser.
	UseOAuthState(ctx context.Context, purpose domain.OAuthPurpose, digest, browser string) (x domain.OAuthState, ok bool, err error)
	// UseOAuthStateOfUser does so for one that a person began, in whatever browser.
	UseOAuthStateOfUser(ctx context.Context, purpose domain.OAuthPurpose, digest string, user domain.ID) (x domain.OAuthState, ok bool, err error)
	// Identity reads a user and a session in one round.
	Identity(ctx context.Context, query domain.IdentityQuery) (domain.Identity, error)
	// Calendar reads a person's connection; ok is false when there is none.
	Calendar(ctx context.Context, u domain.ID, provider string) (c domain.CalendarConnection, ok bool, err error)
	// ConnectCalendar keeps a new connection in place of whichever there was.
	ConnectCalendar(ctx context.Context, c domain.CalendarConnection) error
	// ChangeCalendar keeps a connection in place of the version that was read.
	// Errors: conflict when it was changed or ended meanwhile.
	ChangeCalendar(ctx context.Context, c domain.CalendarConnection) (domain.CalendarConnection, error)
	// DisconnectCalendar ends a connection; none is as good.
	DisconnectCalendar(ctx context.Context, u domain.ID, provider string) error
}

var _ Store = (*store.Store)(nil)

// Family holds what the operations of this package need.
type Family struct {
	config        config.Config
	store         Store
	authenticator *auth.Authenticator
	vault         vault.Vault
	log           *slog.Logger
	now           func() time.Time
	provider      *gcal.Client       // nil where none is configured
	renewals      singleflight.Group // of this instance, by person
}

// New builds the family. It calls nobody.
func New(d *boot.Deps) *Family {
	f := &Family{config: d.Config, store: d.Store, authenticator: d.Authenticator, vault: d.Vault(), log: d.Log, now: d.Now}
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

// requireProvider finds the provider.
func (f *Family) requireProvider(context.Context, *route.Request) (*gcal.Client, error) {
	if f.provider == nil {
		return nil, problem.New(problem.CodeCalendarDisabled)
	}
	return f.provider, nil
}
