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
	// BeginOAuth keeps a state until its end.
	BeginOAuth(ctx context.Context, x domain.OAuthState) error
	// TakeOAuth uses a state up, once; ok is false for one that is unknown,
	// used, over, or of another purpose or browser.
	TakeOAuth(ctx context.Context, purpose domain.OAuthPurpose, digest, browser string) (x domain.OAuthState, ok bool, err error)
	// UserByLogin finds the account that a subject is linked to; ok is false when there is none.
	UserByLogin(ctx context.Context, provider, subject string) (user domain.User, ok bool, err error)
	// Link links an account to a subject. Errors: conflict when the subject is
	// linked already, or the account was changed meanwhile.
	Link(ctx context.Context, u domain.User, login domain.ExternalLogin) (domain.User, error)
	// Who reads a user and a session in one round.
	Who(ctx context.Context, asked domain.WhoAsked) (domain.Who, error)
}

var _ Store = (*store.Store)(nil)
var _ route.Host = (*Family)(nil)

// Family holds what the operations of this package need.
type Family struct {
	config    config.Config
	store     Store
	desk      *accounts.Desk
	reception *accounts.Reception
	gate      *auth.Gate
	refresh   *refresh.Codec
	provider  *oidc.Client // nil where none is configured
	log       *slog.Logger
}

// New builds the family. It calls nobody: the provider is asked for when the
// first person wants to go there.
func New(d *boot.Deps) *Family {
	desk := accounts.New(d)
	f := &Family{
		config: d.Config, store: d.Store, desk: desk, reception: accounts.NewReception(desk, d.Issuer),
		gate: d.Gate, refresh: d.Refresh, log: d.Log,
	}
	if c := d.Config.OIDC; c.On() {
		f.provider = oidc.New(oidc.Options{
			Issuer: c.Issuer, ClientID: c.ClientID, ClientSecret: d.Secret(config.SettingClientSecret, c.ClientSecret),
			RedirectURL: d.Config.PublicURL + callbackPath, HTTP: oauth.NewHTTPClient(oauth.Patience), Now: d.Now,
		})
	}
	return f
}

// configured finds the provider. Where there is none, there is nothing.
func (f *Family) configured(context.Context, *route.Request) (*oidc.Client, error) {
	if f.provider == nil {
		return nil, problem.Missing()
	}
	return f.provider, nil
}
