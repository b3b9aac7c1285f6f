package client

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/hashicorp/go-retryablehttp"

	"stint/shared/client/api"
)

// doer sends the requests that the generated client makes.
type doer struct {
	http      *http.Client
	retrying  *retryablehttp.Client
	key       string
	userAgent string
	retries   int

	credential func(ctx context.Context, refused string) (string, error) // nil: the key

	leastPause, mostPause time.Duration
}

// keyHeader is the header that makes a POST safe to repeat.
const keyHeader = "Idempotency-Key"

// start makes the doer ready to send.
func (d *doer) start() *doer {
	d.retrying = &retryablehttp.Client{
		HTTPClient: withBounds(d.http), RetryMax: d.retries, RetryWaitMin: d.leastPause, RetryWaitMax: d.mostPause,
		CheckRetry: shouldRetry, Backoff: retryablehttp.DefaultBackoff, ErrorHandler: retryablehttp.PassthroughErrorHandler,
	}
	return d
}

// Do sends a request and repeats it where that is safe.
// Errors: *Problem for every answer but success, *UnreachableError, *CredentialError, and that of the context.
func (d *doer) Do(request *http.Request) (*http.Response, error) {
	answer, err := d.send(request)
	if err == nil && !isSuccess(answer.StatusCode) {
		return nil, problemOf(answer)
	}
	return answer, err
}

// send is Do that returns every answer.
func (d *doer) send(request *http.Request) (*http.Response, error) {
	d.mark(request)
	request = request.WithContext(context.WithValue(request.Context(), repetition{}, repetitionOf(request)))
	repeated, err := retryablehttp.FromRequest(request)
	if err != nil {
		return nil, err
	}
	used, answer, err := d.sendAs(repeated, "")
	if err == nil && answer.StatusCode == http.StatusUnauthorized && d.credential != nil {
		_ = answer.Body.Close()
		_, answer, err = d.sendAs(repeated, used)
	}
	return answer, err
}

// sendAs sends a request with the credential that comes after one that was refused, and returns which it used.
func (d *doer) sendAs(r *retryablehttp.Request, refused string) (used string, _ *http.Response, err error) {
	used = d.key
	if d.credential != nil {
		if used, err = d.credential(r.Context(), refused); err != nil {
			return "", nil, &CredentialError{err}
		}
	}
	r.Header.Set("Authorization", "Bearer "+used)
	answer, err := d.retrying.Do(r)
	switch {
	case r.Context().Err() != nil && err != nil:
		return used, nil, r.Context().Err()
	case err != nil && answer == nil:
		return used, nil, notSent(err)
	}
	return used, answer, nil
}

// notSent is the error of a request that got no answer, or one that the client does not read.
func notSent(err error) error {
	if p, ok := errors.AsType[*Problem](err); ok {
		return p
	}
	return &UnreachableError{err}
}

// mark names the program and, where the operation takes one, adds a key of this request. All its repetitions have the
// same.
func (d *doer) mark(request *http.Request) {
	request.Header.Set("User-Agent", d.userAgent)
	if request.Header.Get(keyHeader) == "" && takesKey(request) {
		request.Header.Set(keyHeader, uuid.NewString())
	}
}

// takesKey reports whether an operation takes an Idempotency-Key.
func takesKey(request *http.Request) bool {
	return request.Method == http.MethodPost &&
		slices.ContainsFunc(api.KeyedPaths, func(path string) bool { return matches(request.URL.Path, path) })
}

// matches reports whether an address ends with that of an operation, whose ids are in braces.
// The service may be below a path of its own.
func matches(address, operation string) bool {
	_, below, found := strings.Cut(address, "/api/v1/")
	got, pattern := strings.Split(below, "/"), strings.Split(strings.TrimPrefix(operation, "/api/v1/"), "/")
	return found && slices.EqualFunc(got, pattern, func(segment, want string) bool {
		return segment == want || strings.HasPrefix(want, "{")
	})
}
