package gcal

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/oauth2"

	"stint/shared/domain"
	"stint/shared/oauth"
	"stint/shared/vault"
)

// calendarScope is the only permission that we ask for: reading calendars.
const calendarScope = "https://www.googleapis.com/auth/calendar.readonly"

// Options of a client.
type Options struct {
	ClientID     string
	ClientSecret func(context.Context) (string, error)
	RedirectURL  string
	AuthURL      string
	TokenURL     string
	RevokeURL    string
	APIURL       string       // without a trailing slash
	HTTP         *http.Client // oauth.NewRawHTTPClient
	Now          func() time.Time
}

// Client calls the provider. It may be used by several goroutines.
type Client struct{ options Options }

// New makes a client. It calls nothing.
func New(o Options) *Client { return &Client{o} }

// Grant is what a user allowed: an access token, and a refresh token with which the
// next access token is requested.
type Grant struct {
	AccessToken  string
	Lifetime     time.Duration // of the access token
	RefreshToken string        // "" when the previous one stays valid
}

// AuthorizationURL is the address to which a browser is sent for consent. The user is
// asked each time, because the provider gives a refresh token only after consent.
func (c *Client) AuthorizationURL(a oauth.Attempt) string {
	config := c.config("")
	return config.AuthCodeURL(a.State, oauth2.AccessTypeOffline, oauth2.S256ChallengeOption(a.Verifier), oauth2.SetAuthURLParam("prompt", "consent"))
}

// Redeem exchanges the code of the callback. Errors: a Failure; Refused when the
// provider gives no refresh token.
func (c *Client) Redeem(ctx context.Context, code string, a oauth.Attempt) (Grant, error) {
	grant, err := c.requestToken(ctx, "exchange", func(ctx context.Context, config oauth2.Config) (*oauth2.Token, error) {
		return config.Exchange(ctx, code, oauth2.VerifierOption(a.Verifier))
	})
	if err == nil && grant.RefreshToken == "" {
		err = &Failure{Kind: Refused, cause: &oauth.Failure{Step: "exchange", Reason: "no refresh token"}}
	}
	return grant, err
}

// Refresh requests a new access token. Errors: a Failure; Revoked when the grant has
// ended.
func (c *Client) Refresh(ctx context.Context, refreshToken string) (Grant, error) {
	grant, err := c.requestToken(ctx, "renewal", func(ctx context.Context, config oauth2.Config) (*oauth2.Token, error) {
		return config.TokenSource(ctx, &oauth2.Token{RefreshToken: refreshToken}).Token()
	})
	if grant.RefreshToken == refreshToken {
		grant.RefreshToken = ""
	}
	switch {
	case isInvalidGrant(err):
		err = &Failure{Kind: Revoked, cause: err}
	case Is(err, Refused): // our registration is at fault, and the grant still exists
		err = &Failure{Kind: Unavailable, cause: err}
	}
	return grant, err
}

// requestToken makes one call to the token endpoint.
func (c *Client) requestToken(ctx context.Context, step string, request func(context.Context, oauth2.Config) (*oauth2.Token, error)) (Grant, error) {
	secret, err := c.options.ClientSecret(ctx)
	if err != nil {
		return Grant{}, err
	}
	began := c.options.Now()
	token, err := request(context.WithValue(ctx, oauth2.HTTPClient, c.options.HTTP), c.config(secret))
	if err != nil {
		return Grant{}, c.exchangeFailure(step, err)
	}
	grant := Grant{AccessToken: token.AccessToken, RefreshToken: token.RefreshToken, Lifetime: defaultLifetime}
	if token.ExpiresIn > 0 {
		grant.Lifetime = time.Duration(token.ExpiresIn) * time.Second
	} else if !token.Expiry.IsZero() {
		grant.Lifetime = token.Expiry.Sub(began)
	}
	return grant, nil
}

// defaultLifetime is how long an access token is used when the provider gives no
// lifetime.
const defaultLifetime = 5 * time.Minute

// Revoke ends a grant at the provider by its refresh token (RFC 7009). Errors: a
// Failure.
func (c *Client) Revoke(ctx context.Context, refreshToken string) error {
	form := url.Values{"token": {refreshToken}}.Encode()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.options.RevokeURL, strings.NewReader(form))
	if err != nil {
		return newUnavailable("revocation", err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	response, err := c.options.HTTP.Do(r)
	if err != nil {
		return newUnavailable("revocation", err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return c.responseFailure("revocation", response)
	}
	return nil
}

// RevokeSealed is Revoke for a refresh token that is sealed for a user. Errors: those of
// the vault; a Failure.
func (c *Client) RevokeSealed(ctx context.Context, v vault.Opener, user domain.ID, sealed []byte) error {
	refresh, err := v.Open(ctx, user, sealed)
	if err != nil {
		return err
	}
	return c.Revoke(ctx, refresh)
}

func (c *Client) config(secret string) oauth2.Config {
	return oauth2.Config{
		ClientID: c.options.ClientID, ClientSecret: secret, RedirectURL: c.options.RedirectURL, Scopes: []string{calendarScope},
		Endpoint: oauth2.Endpoint{AuthURL: c.options.AuthURL, TokenURL: c.options.TokenURL, AuthStyle: oauth2.AuthStyleInParams},
	}
}
