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

// Kind is what a failure means to those who wait for an answer.
type Kind string

// The kinds of failures.
const (
	Refused     Kind = "refused"     // the provider does not want this exchange
	Revoked     Kind = "revoked"     // the grant is gone, or does not reach as far
	Forbidden   Kind = "forbidden"   // not to be read by anyone with this grant, or through this service
	Expired     Kind = "expired"     // the access token is not taken any more
	Missing     Kind = "missing"     // there is no such thing
	Throttled   Kind = "throttled"   // too many calls
	Unavailable Kind = "unavailable" // no answer, or none that can be used
)

// Failure is a call to the provider that came to nothing. Its text has nothing
// in it of what the provider sent.
type Failure struct {
	Kind       Kind
	RetryAfter time.Duration // of Throttled
	grant      bool          // whether the provider said invalid_grant
	cause      error
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

// How long callers are asked to wait: what the provider says within bounds, or
// a default.
const (
	defaultWait = 30 * time.Second
	longestWait = time.Hour
)

// waitOf reads Retry-After: seconds, or a date (RFC 9110, section 10.2.3).
func waitOf(h http.Header, now time.Time) time.Duration {
	value := h.Get("Retry-After")
	wait := defaultWait
	if seconds, err := strconv.ParseInt(value, 10, 32); err == nil {
		wait = time.Duration(seconds) * time.Second
	} else if at, err := http.ParseTime(value); err == nil {
		wait = at.Sub(now)
	}
	return min(max(wait, time.Second), longestWait)
}

// unusable is a failure for what is no answer at all.
func unusable(step string, err error) *Failure {
	return &Failure{Kind: Unavailable, cause: oauth.Fail(step, err)}
}

// ofExchange is the failure of a call for tokens. A grant that is gone is
// invalid_grant (RFC 6749, section 5.2).
func (c *Client) ofExchange(step string, err error) *Failure {
	var refused *oauth2.RetrieveError
	if !errors.As(err, &refused) || refused.Response == nil {
		return unusable(step, err)
	}
	failure := &Failure{Kind: Refused, grant: refused.ErrorCode == "invalid_grant", cause: oauth.Fail(step, err)}
	switch status := refused.Response.StatusCode; {
	case status == http.StatusTooManyRequests:
		failure.Kind, failure.RetryAfter = Throttled, waitOf(refused.Response.Header, c.options.Now())
	case status >= http.StatusInternalServerError, status < http.StatusBadRequest:
		failure.Kind = Unavailable
	}
	return failure
}

// invalidGrant reports whether the provider said that a grant is gone.
func invalidGrant(err error) bool {
	var failed *Failure
	return errors.As(err, &failed) && failed.grant
}

// ofAnswer is the failure of a call to the API that was answered otherwise than
// by success.
func (c *Client) ofAnswer(step string, answer *http.Response) *Failure {
	failure := &Failure{Kind: Unavailable, cause: oauth.Fail(step, &oauth.StatusError{Status: answer.StatusCode})}
	switch answer.StatusCode {
	case http.StatusTooManyRequests:
		failure.Kind = Throttled
	case http.StatusUnauthorized:
		failure.Kind = Expired
	case http.StatusForbidden:
		failure.Kind = whyForbidden(answer.Body)
	case http.StatusNotFound, http.StatusGone:
		failure.Kind = Missing
	}
	if failure.Kind == Throttled {
		failure.RetryAfter = waitOf(answer.Header, c.options.Now())
	}
	return failure
}

// forbiddances are what the reasons of a 403 mean. Sources: "Handle API errors"
// in Google's guide to the Calendar API; its ErrorReason for scopes. A grant that
// is good stays so, whatever else a provider forbids.
var forbiddances = map[string]Kind{
	"rateLimitExceeded": Throttled, "userRateLimitExceeded": Throttled, "quotaExceeded": Throttled, "dailyLimitExceeded": Throttled,
	"insufficientPermissions": Revoked, "ACCESS_TOKEN_SCOPE_INSUFFICIENT": Revoked,
}

type reason struct {
	Reason string `json:"reason"`
}

func whyForbidden(body io.Reader) Kind {
	var told struct {
		Error struct {
			Errors  []reason `json:"errors"`
			Details []reason `json:"details"`
		} `json:"error"`
	}
	if json.NewDecoder(body).Decode(&told) != nil {
		return Forbidden
	}
	for _, r := range slices.Concat(told.Error.Errors, told.Error.Details) {
		if kind, known := forbiddances[r.Reason]; known {
			return kind
		}
	}
	return Forbidden
}
