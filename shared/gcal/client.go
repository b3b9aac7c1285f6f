// Package gcal reads the events of a user's calendars from Google Calendar, or from
// another provider with version 3 of its API: consent, tokens, the list of calendars,
// and events.
//
// Sources: Google's reference of the Calendar API (CalendarList, Events), and its
// guide to OAuth 2.0 for web server applications. docs/decisions explains why Google's
// own client for Go is not used.
package gcal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
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
	return config.AuthCodeURL(a.State, oauth2.AccessTypeOffline, oauth2.S256ChallengeOption(a.Verifier),
		oauth2.SetAuthURLParam("prompt", "consent"))
}

// Redeem exchanges the code of the callback. Errors: those of Options.ClientSecret; a Failure, which is Refused when
// the provider gives no refresh token.
func (c *Client) Redeem(ctx context.Context, code string, a oauth.Attempt) (Grant, error) {
	grant, err := c.requestToken(ctx, "exchange", func(ctx context.Context, config oauth2.Config) (*oauth2.Token, error) {
		return config.Exchange(ctx, code, oauth2.VerifierOption(a.Verifier))
	})
	if err == nil && grant.RefreshToken == "" {
		err = &Failure{Kind: Refused, cause: &oauth.Failure{Step: "exchange", Reason: "no refresh token"}}
	}
	return grant, err
}

// Refresh requests a new access token. Errors: those of Options.ClientSecret; a Failure, which is Revoked when the
// grant has ended.
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
func (c *Client) requestToken(ctx context.Context, step string,
	request func(context.Context, oauth2.Config) (*oauth2.Token, error)) (Grant, error) {
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
func (c *Client) RevokeSealed(ctx context.Context, v *vault.Vault, user domain.ID, sealed []byte) error {
	refresh, err := v.Open(ctx, user, sealed)
	if err != nil {
		return err
	}
	return c.Revoke(ctx, refresh)
}

func (c *Client) config(secret string) oauth2.Config {
	return oauth2.Config{
		ClientID: c.options.ClientID, ClientSecret: secret, RedirectURL: c.options.RedirectURL,
		Scopes: []string{calendarScope}, Endpoint: oauth2.Endpoint{
			AuthURL: c.options.AuthURL, TokenURL: c.options.TokenURL, AuthStyle: oauth2.AuthStyleInParams},
	}
}

// Kind is what a failure means for the caller.
type Kind string

// The kinds of failures.
const (
	Refused     Kind = "refused"     // the provider refused the exchange
	Revoked     Kind = "revoked"     // the grant has ended, or does not include reading calendars
	Forbidden   Kind = "forbidden"   // this grant, or this service, may not read it
	Expired     Kind = "expired"     // the access token is no longer accepted
	NotFound    Kind = "missing"     // it does not exist
	Throttled   Kind = "throttled"   // too many calls
	Unavailable Kind = "unavailable" // no response, or none that can be used
)

// Failure is a failed call to the provider. Its text contains nothing that the
// provider sent.
type Failure struct {
	Kind         Kind
	RetryAfter   time.Duration // of Throttled
	invalidGrant bool          // whether the provider said invalid_grant
	cause        error
}

// Error implements error.
func (f *Failure) Error() string { return fmt.Sprintf("%s: %v", f.Kind, f.cause) }

// Unwrap gives the cause.
func (f *Failure) Unwrap() error { return f.cause }

// Is reports whether an error is a failure of a kind.
func Is(err error, kind Kind) bool {
	var f *Failure
	return errors.As(err, &f) && f.Kind == kind
}

// How long callers are asked to wait: what the provider says, up to maxWait, or
// defaultWait.
const (
	defaultWait = 30 * time.Second
	maxWait     = time.Hour
)

// retryAfterOf reads Retry-After: seconds, or a date (RFC 9110, section 10.2.3).
func retryAfterOf(h http.Header, now time.Time) time.Duration {
	value := h.Get("Retry-After")
	wait := defaultWait
	if seconds, err := strconv.ParseInt(value, 10, 32); err == nil {
		wait = time.Duration(seconds) * time.Second
	} else if at, err := http.ParseTime(value); err == nil {
		wait = at.Sub(now)
	}
	return min(max(wait, time.Second), maxWait)
}

// newUnavailable is the failure of a call without a response that can be used.
func newUnavailable(step string, err error) *Failure {
	return &Failure{Kind: Unavailable, cause: oauth.NewFailure(step, err)}
}

// exchangeFailure is the failure of a call to the token endpoint. For a grant that has
// ended, the provider sends invalid_grant (RFC 6749, section 5.2).
func (c *Client) exchangeFailure(step string, err error) *Failure {
	var retrieveErr *oauth2.RetrieveError
	if !errors.As(err, &retrieveErr) || retrieveErr.Response == nil {
		return newUnavailable(step, err)
	}
	failure := &Failure{Kind: Refused, invalidGrant: retrieveErr.ErrorCode == "invalid_grant",
		cause: oauth.NewFailure(step, err)}
	switch status := retrieveErr.Response.StatusCode; {
	case status == http.StatusTooManyRequests:
		failure.Kind, failure.RetryAfter = Throttled, retryAfterOf(retrieveErr.Response.Header, c.options.Now())
	case status >= http.StatusInternalServerError, status < http.StatusBadRequest:
		failure.Kind = Unavailable
	}
	return failure
}

// isInvalidGrant reports whether the provider said that the grant has ended.
func isInvalidGrant(err error) bool {
	var failed *Failure
	return errors.As(err, &failed) && failed.invalidGrant
}

// responseFailure is the failure of a call to the API with another status than 200.
func (c *Client) responseFailure(step string, response *http.Response) *Failure {
	failure := &Failure{Kind: Unavailable, cause: oauth.NewFailure(step, &oauth.StatusError{Status: response.StatusCode})}
	switch response.StatusCode {
	case http.StatusTooManyRequests:
		failure.Kind = Throttled
	case http.StatusUnauthorized:
		failure.Kind = Expired
	case http.StatusForbidden:
		failure.Kind = forbiddenKind(response.Body)
	case http.StatusNotFound, http.StatusGone:
		failure.Kind = NotFound
	}
	if failure.Kind == Throttled {
		failure.RetryAfter = retryAfterOf(response.Header, c.options.Now())
	}
	return failure
}

// forbiddenReasons are the reasons of a 403 that are not Forbidden. Sources: "Handle API
// errors" in Google's guide to the Calendar API; its ErrorReason for scopes. With any
// other reason, the grant stays valid.
var forbiddenReasons = map[string]Kind{
	"rateLimitExceeded": Throttled, "userRateLimitExceeded": Throttled, "quotaExceeded": Throttled,
	"dailyLimitExceeded": Throttled, "insufficientPermissions": Revoked, "ACCESS_TOKEN_SCOPE_INSUFFICIENT": Revoked,
}

type apiErrorReason struct {
	Reason string `json:"reason"`
}

func forbiddenKind(body io.Reader) Kind {
	var apiError struct {
		Error struct {
			Errors  []apiErrorReason `json:"errors"`
			Details []apiErrorReason `json:"details"`
		} `json:"error"`
	}
	if json.NewDecoder(body).Decode(&apiError) != nil {
		return Forbidden
	}
	for _, r := range slices.Concat(apiError.Error.Errors, apiError.Error.Details) {
		if kind, known := forbiddenReasons[r.Reason]; known {
			return kind
		}
	}
	return Forbidden
}
