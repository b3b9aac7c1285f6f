// Package client speaks the public API, for programs in Go. The types and requests in api are
// made from the OpenAPI document. This package adds what a program wants of them: problems are
// errors, lists are iterators, and what may be repeated is repeated.
//
//	c, err := client.New("https://time.example.com", key)
//	entry, err := client.Get(c.EntriesGetWithResponse(ctx, id, nil))
//	for entry, err := range client.All(ctx, c.EntriesListWithResponse, &api.EntriesListParams{}) { … }
package client

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"stint/shared/client/api"
)

// Client has one method for every operation of the public API. It may be used from any
// goroutine.
type Client struct {
	*api.ClientWithResponses
	doer *doer
	base string // the address of the service, without a slash at its end
}

// Option changes a client.
type Option func(*doer)

// WithHTTPClient sends requests with another HTTP client, for proxies, certificates and tests.
// It must not follow redirects to addresses that may not see the key.
func WithHTTPClient(h *http.Client) Option { return func(d *doer) { d.http = h } }

// WithUserAgent names the program to the service, in visible ASCII.
func WithUserAgent(name string) Option { return func(d *doer) { d.userAgent = name } }

// WithRetries sets how often a request is repeated, 4 times by default, and 0 for never.
func WithRetries(most int) Option { return func(d *doer) { d.retries = most } }

// WithPauses sets the least and the most pause before a repetition, where the service names none:
// 500 ms and 8 s by default. The pause doubles with every repetition.
func WithPauses(least, most time.Duration) Option {
	return func(d *doer) { d.leastPause, d.mostPause = least, most }
}

// WithCredentials asks for the credential of each request, in place of the key: an access token of an app.
// The function gets the credential that the service just refused, or "", and several goroutines may call it at once. A
// refused request is repeated once with the next one.
func WithCredentials(next func(ctx context.Context, refused string) (string, error)) Option {
	return func(d *doer) { d.credential = next }
}

// answerTimeout bounds the wait for the beginning of an answer, after the request is sent. API Gateway gives up after
// 29 s.
const answerTimeout = 40 * time.Second

// New makes a client of the service at an address, with an API key.
// Errors: the address is no http or https address, or has a user, a query or a fragment; the key
// has other signs than visible ASCII.
func New(address, key string, options ...Option) (*Client, error) {
	base, err := parseAddress(address)
	if err != nil {
		return nil, err
	}
	if strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, errors.New("the API key has a blank, a line break or another sign that no key has")
	}
	d := &doer{key: key, userAgent: "stint-go", retries: defaultRetries, leastPause: defaultLeastPause,
		mostPause: defaultMostPause}
	for _, o := range options {
		o(d)
	}
	if d.http == nil {
		d.http = NewHTTPClient()
	}
	generated, err := api.NewClientWithResponses(base, api.WithHTTPClient(d.start()))
	if err != nil {
		return nil, err
	}
	return &Client{generated, d, base}, nil
}

// NewHTTPClient is the HTTP client of a Client that is given none: the wait for an answer is bounded, and no redirect
// is followed.
func NewHTTPClient() *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.ResponseHeaderTimeout = answerTimeout
	return &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// parseAddress returns an address without the slash at its end.
func parseAddress(address string) (string, error) {
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return "", errors.New("the address of the service is no URL") // the error of url.Parse quotes it
	case u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return "", errors.New("the address of the service must begin with http:// or https://")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return "", fmt.Errorf("the address of the service must have no user, query or fragment")
	}
	return strings.TrimRight(u.String(), "/"), nil
}
