// Package oidc signs users in at an OpenID Connect provider. It discovers the
// provider's endpoints, makes the address to which a browser is sent, exchanges the
// code of the callback, and accepts an ID token only after every check of OpenID
// Connect Core, section 3.1.3.7.
package oidc

import (
	"context"
	"net/http"
	"slices"
	"sync/atomic"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
	"golang.org/x/sync/singleflight"

	"stint/shared/config"
	"stint/shared/oauth"
)

// Options describe a provider and our registration there.
type Options struct {
	Issuer       string                                // exactly as the provider writes it
	ClientID     string                                // of our registration
	ClientSecret func(context.Context) (string, error) // called at each exchange
	RedirectURL  string                                // address of the callback
	HTTP         *http.Client                          // as oauth.NewHTTPClient makes it
	Now          func() time.Time
}

// Client talks to one provider. It may be used by several goroutines.
type Client struct {
	options   Options
	cached    atomic.Pointer[provider]
	discovery singleflight.Group
}

// CallbackPath is where the provider sends browsers back.
const CallbackPath = "/api/auth/sso/external/callback"

// NewFor makes the client of the configured provider; nil when none is. It calls nothing.
func NewFor(c config.Config, clientSecret func(context.Context) (string, error), now func() time.Time) *Client {
	if !c.OIDC.Enabled() {
		return nil
	}
	return New(Options{
		Issuer: c.OIDC.Issuer, ClientID: c.OIDC.ClientID, ClientSecret: clientSecret,
		RedirectURL: c.PublicURL + CallbackPath, HTTP: oauth.NewHTTPClient(oauth.CallTimeout), Now: now,
	})
}

// New makes a client. It calls nothing.
func New(o Options) *Client { return &Client{options: o} }

// scopes are the claims that we ask for: the subject, the address and the name.
var scopes = []string{oidc.ScopeOpenID, "email", "profile"}

// scopes are those that a provider is asked for: also a refresh token, where it has a scope for it.
func (p *provider) scopes() []string {
	if p.keepsAsking {
		return append(slices.Clone(scopes), oidc.ScopeOfflineAccess)
	}
	return scopes
}

// AuthorizationURL is the address to which a browser is sent. Errors: *oauth.Failure
// when discovery fails.
func (c *Client) AuthorizationURL(ctx context.Context, a oauth.Attempt) (string, error) {
	return c.authorizationURL(ctx, a)
}

// ReauthenticationURL is AuthorizationURL for a user who must sign in at the provider
// even if they are signed in there (OpenID Connect Core, section 3.1.2.1). With
// max_age, the provider has to say when they signed in.
func (c *Client) ReauthenticationURL(ctx context.Context, a oauth.Attempt) (string, error) {
	return c.authorizationURL(ctx, a, oauth2.SetAuthURLParam("prompt", "login"), oauth2.SetAuthURLParam("max_age", "0"))
}

func (c *Client) authorizationURL(ctx context.Context, a oauth.Attempt, more ...oauth2.AuthCodeOption) (string, error) {
	p, err := c.discover(ctx)
	if err != nil {
		return "", err
	}
	config := oauth2.Config{ClientID: c.options.ClientID, RedirectURL: c.options.RedirectURL, Endpoint: p.endpoint,
		Scopes: p.scopes()}
	return config.AuthCodeURL(a.State, append(more, oauth2.S256ChallengeOption(a.Verifier), oidc.Nonce(a.Nonce))...), nil
}

// Callback has the parameters of the callback.
type Callback struct {
	Code   string
	Issuer string // who sent the browser back (RFC 9207); "" when the parameter is absent
}

// Redeem exchanges the code of an attempt for the user's identity. Errors:
// *oauth.Failure; others when the client secret cannot be read.
func (c *Client) Redeem(ctx context.Context, callback Callback, a oauth.Attempt) (Identity, error) {
	p, err := c.discover(ctx)
	if err != nil {
		return Identity{}, err
	}
	if err := p.checkIssuer(callback, c.options.Issuer); err != nil {
		return Identity{}, err
	}
	secret, err := c.options.ClientSecret(ctx)
	if err != nil {
		return Identity{}, err
	}
	config := oauth2.Config{ClientID: c.options.ClientID, ClientSecret: secret, RedirectURL: c.options.RedirectURL,
		Endpoint: p.endpoint}
	token, err := config.Exchange(oidc.ClientContext(ctx, c.options.HTTP), callback.Code,
		oauth2.VerifierOption(a.Verifier))
	if err != nil {
		return Identity{}, oauth.NewFailure("exchange", err)
	}
	return c.readIdentity(ctx, p, token, a.Nonce)
}
