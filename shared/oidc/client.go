// Package oidc lets people prove who they are at an OpenID Connect provider: it
// finds the provider's endpoints, sends people there, exchanges the code they
// come back with, and believes an ID token only after every check of OpenID
// Connect Core, section 3.1.3.7.
package oidc

import (
	"context"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
	"golang.org/x/sync/singleflight"

	"stint/shared/oauth"
)

// Options name a provider, and us to it.
type Options struct {
	Issuer       string                                // exactly as the provider writes itself
	ClientID     string                                // of our registration there
	ClientSecret func(context.Context) (string, error) // asked for at each exchange
	RedirectURL  string                                // where the provider sends people back to
	HTTP         *http.Client                          // as oauth.NewHTTPClient makes it
	Now          func() time.Time
}

// Client talks to one provider. It may be used by several goroutines. Nothing
// is called before it is needed.
type Client struct {
	options   Options
	cached    atomic.Pointer[provider]
	discovery singleflight.Group
}

// New makes a client.
func New(o Options) *Client { return &Client{options: o} }

// scopes are what is asked for: who it is, with their address and name.
var scopes = []string{oidc.ScopeOpenID, "email", "profile"}

// AuthorizationURL is where somebody goes to prove who they are. Errors:
// *oauth.Failure when the provider cannot be found.
func (c *Client) AuthorizationURL(ctx context.Context, a oauth.Attempt) (string, error) {
	p, err := c.discover(ctx)
	if err != nil {
		return "", err
	}
	config := oauth2.Config{ClientID: c.options.ClientID, RedirectURL: c.options.RedirectURL, Endpoint: p.endpoint, Scopes: scopes}
	return config.AuthCodeURL(a.State, oauth2.S256ChallengeOption(a.Verifier), oidc.Nonce(a.Nonce)), nil
}

// Callback is what somebody comes back with.
type Callback struct {
	Code   string
	Issuer string // who says that they sent them (RFC 9207); "" when nobody does
}

// Redeem exchanges the code of an attempt for the identity that the provider
// vouches for. Errors: *oauth.Failure; others when the client secret cannot be
// read.
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
	config := oauth2.Config{ClientID: c.options.ClientID, ClientSecret: secret, RedirectURL: c.options.RedirectURL, Endpoint: p.endpoint}
	token, err := config.Exchange(oidc.ClientContext(ctx, c.options.HTTP), callback.Code, oauth2.VerifierOption(a.Verifier))
	if err != nil {
		return Identity{}, oauth.NewFailure("exchange", err)
	}
	return c.readIdentity(ctx, p, token, a.Nonce)
}
