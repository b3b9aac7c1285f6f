package gcal

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"time"

	"golang.org/x/oauth2"

	"stint/shared/oauth"
)

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
	failure := &Failure{Kind: Refused, invalidGrant: retrieveErr.ErrorCode == "invalid_grant", cause: oauth.NewFailure(step, err)}
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
	"rateLimitExceeded": Throttled, "userRateLimitExceeded": Throttled, "quotaExceeded": Throttled, "dailyLimitExceeded": Throttled,
	"insufficientPermissions": Revoked, "ACCESS_TOKEN_SCOPE_INSUFFICIENT": Revoked,
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
