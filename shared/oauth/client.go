package oauth

import (
	"fmt"
	"io"
	"net/http"
	"time"
)

// CallTimeout is how long one call to a provider may take, from the connection to
// the last byte of its answer.
const CallTimeout = 5 * time.Second

// RequestTimeout is how long all calls to a provider may take together that one request
// makes: less than a function has for the whole.
const RequestTimeout = 12 * time.Second

// maxResponseBytes is how much of an answer is read, in bytes. Key sets of the large
// providers have a few kilobytes.
const maxResponseBytes = 1 << 20

// NewHTTPClient makes a client for calls to providers. It follows no redirect,
// since what we send may hold secrets that are meant for one address alone, and
// takes only a plain success for an answer to a GET.
func NewHTTPClient(timeout time.Duration) *http.Client {
	client := NewRawHTTPClient(timeout)
	client.Transport = strictTransport{client.Transport}
	return client
}

// NewRawHTTPClient is NewHTTPClient for those who look at every answer themselves.
func NewRawHTTPClient(timeout time.Duration) *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	return &http.Client{
		Timeout: timeout, Transport: boundedTransport{transport},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// StatusError is an answer to a GET that was no success.
type StatusError struct{ Status int }

// Error tells the status, and nothing of what the provider said.
func (e *StatusError) Error() string { return fmt.Sprintf("the provider answered %d", e.Status) }

// strictTransport takes nothing but a plain success for an answer to a GET.
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

// boundedTransport keeps what a provider may do to us within bounds.
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

// boundedBody fails instead of ending where an answer is too long: half of one
// must not be taken for the whole.
type boundedBody struct {
	io.ReadCloser
	left int
}

// Read implements io.Reader.
func (b *boundedBody) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, fmt.Errorf("oauth: the provider's answer is longer than %d bytes", maxResponseBytes)
	}
	n, err := b.ReadCloser.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}
