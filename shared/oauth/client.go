// Package oauth has what all flows to external providers share, whether they are for
// single sign-on or for a calendar: the state with its verifier and nonce, the cookie
// that binds a flow to a browser, the callback, an HTTP client with bounds, and
// failures without secrets.
package oauth

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"time"

	"golang.org/x/oauth2"

	"stint/shared/edge"
	"stint/shared/pattern"
	"stint/shared/problem"
)

// CallTimeout is how long one call to a provider may take, from connecting to the
// last byte of the response.
const CallTimeout = 5 * time.Second

// RequestTimeout is how long the calls to a provider in one request may take together.
// It is less than the time limit of a function.
const RequestTimeout = 12 * time.Second

// maxResponseBytes is how much of a response is read, in bytes. Key sets of the large
// providers have a few kilobytes.
const maxResponseBytes = 1 << 20

// NewHTTPClient makes a client for calls to providers. It follows no redirects,
// because requests hold secrets for one address alone. A GET with any status but 200
// is a *StatusError.
func NewHTTPClient(timeout time.Duration) *http.Client {
	client := NewRawHTTPClient(timeout)
	client.Transport = strictTransport{client.Transport}
	return client
}

// NewRawHTTPClient is NewHTTPClient for callers that handle every status themselves.
func NewRawHTTPClient(timeout time.Duration) *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	return &http.Client{
		Timeout: timeout, Transport: boundedTransport{transport},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// StatusError reports a response to a GET with another status than 200.
type StatusError struct{ Status int }

// Error has the status, and nothing that the provider sent.
func (e *StatusError) Error() string { return fmt.Sprintf("the provider answered %d", e.Status) }

// strictTransport makes errors of responses to a GET with another status than 200.
type strictTransport struct{ next http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (s strictTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := s.next.RoundTrip(r)
	if err == nil && r.Method == http.MethodGet && response.StatusCode != http.StatusOK {
		response.Body.Close()
		return nil, &StatusError{response.StatusCode}
	}
	return response, err
}

// boundedTransport bounds the size of responses.
type boundedTransport struct{ next http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (b boundedTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := b.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	response.Body = &boundedBody{ReadCloser: response.Body, left: maxResponseBytes}
	return response, nil
}

// boundedBody returns an error when a response is too long. If it just ended, half of
// the response could be taken for the whole.
type boundedBody struct {
	io.ReadCloser
	left int
}

// Read implements io.Reader.
func (b *boundedBody) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, fmt.Errorf("oauth: the provider's response is longer than %d bytes", maxResponseBytes)
	}
	n, err := b.ReadCloser.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

// Failure is the reason why a flow failed. Its text is made only of our own words, so
// that it can be logged. Texts of providers and libraries may contain codes, tokens
// and addresses.
type Failure struct {
	Step   string // of the flow: discovery, exchange, …
	Reason string
}

// Error implements error.
func (f *Failure) Error() string { return fmt.Sprintf("provider: %s: %s", f.Step, f.Reason) }

// NewFailure makes the failure of a step from its error. An error that is a Failure
// already stays as it is.
func NewFailure(step string, err error) error {
	var failed *Failure
	if errors.As(err, &failed) {
		return failed
	}
	return &Failure{Step: step, Reason: reasonOf(err)}
}

// LogFailure logs a failure of a provider, with what failed, and turns it into external_oauth_error, which does not say
// why. It returns all other errors as they are.
func LogFailure(ctx context.Context, log *slog.Logger, what string, err error) error {
	var failure *Failure
	if !errors.As(err, &failure) {
		return err
	}
	log.WarnContext(ctx, what, edge.RequestInfoFrom(ctx).IDs(), "step", failure.Step, "reason", failure.Reason)
	return problem.Wrap(problem.CodeExternalOAuthError, failure)
}

// errorCodePattern is the form of the error codes in RFC 6749, section 5.2, and of
// those that were registered later.
var errorCodePattern = pattern.New(`^[a-z_]{1,40}$`)

// safeErrorCode is an error code that a provider sent, if it has the form of a code
// and so can be logged.
func safeErrorCode(sent string) string {
	if errorCodePattern.MatchString(sent) {
		return sent
	}
	return "an unknown error"
}

func reasonOf(err error) string {
	var retrieveErr *oauth2.RetrieveError
	var status *StatusError
	var network net.Error
	switch {
	case errors.As(err, &retrieveErr):
		return fmt.Sprintf("answered %d, %s", retrieveErr.Response.StatusCode, safeErrorCode(retrieveErr.ErrorCode))
	case errors.As(err, &status):
		return fmt.Sprintf("answered %d", status.Status)
	case errors.As(err, &network) && network.Timeout():
		return "no answer in time"
	case errors.As(err, &network):
		return "no connection"
	default:
		return "an answer that cannot be used"
	}
}
