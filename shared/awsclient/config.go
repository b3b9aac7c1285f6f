// Package awsclient has what the clients of all AWS services share: the region, the
// credentials, the endpoint, the timeouts and the retries, and a client for services of which Stint
// needs one or two operations.
//
// It does without config.LoadDefaultConfig, which adds some two milliseconds to a cold
// start because it looks for settings that a Lambda does not have. Nothing here logs,
// because requests and answers hold callers' data.
package awsclient

import (
	"net"
	"net/http"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
)

// defaultAttemptTimeout is the default of Options.AttemptTimeout. DynamoDB and KMS answer
// in milliseconds, so a connection without an answer for seconds is broken, and another
// attempt is likely to be faster.
const defaultAttemptTimeout = 3 * time.Second

// localRegion is part of the signature for services that are not AWS. They ignore it.
const localRegion = "us-east-1"

// Options of a client. The zero value of each field but Region is its default.
type Options struct {
	// Endpoint is the base URL of another service than AWS, such as the embedded engine;
	// "" is AWS in Region.
	Endpoint string
	// Region is the AWS region. It is required unless Endpoint is set.
	Region string
	// ConnectTimeout bounds connecting and, separately, the TLS handshake; AttemptTimeout
	// by default.
	ConnectTimeout time.Duration
	// AttemptTimeout bounds one whole attempt, from connecting to the last byte.
	AttemptTimeout time.Duration
	// Retries says how failed attempts are retried.
	Retries Retries
}

// NewConfig makes what the SDK's clients are made from. It does not connect.
func NewConfig(o Options) aws.Config {
	o = o.withDefaults()
	c := aws.Config{
		Region:      o.Region,
		Credentials: CredentialsAt(o.Endpoint),
		HTTPClient:  newHTTPClient(o),
		Retryer:     func() aws.Retryer { return newRetryer(o.Retries) },
	}
	if o.Endpoint != "" {
		c.BaseEndpoint = &o.Endpoint
	}
	return c
}

func (o Options) withDefaults() Options {
	if o.Region == "" && o.Endpoint != "" {
		o.Region = localRegion
	}
	if o.AttemptTimeout <= 0 {
		o.AttemptTimeout = defaultAttemptTimeout
	}
	if o.ConnectTimeout <= 0 {
		o.ConnectTimeout = o.AttemptTimeout
	}
	o.Retries = o.Retries.withDefaults()
	return o
}

// newHTTPClient keeps connections open for the next request. A new one needs a
// TLS handshake, which takes about as long as five reads.
func newHTTPClient(o Options) *http.Client {
	dialer := &net.Dialer{Timeout: o.ConnectTimeout, KeepAlive: 30 * time.Second}
	return &http.Client{
		Timeout: o.AttemptTimeout,
		Transport: &http.Transport{
			Proxy:                 http.ProxyFromEnvironment,
			DialContext:           dialer.DialContext,
			TLSHandshakeTimeout:   o.ConnectTimeout,
			ExpectContinueTimeout: time.Second,
			ForceAttemptHTTP2:     true,
			MaxIdleConns:          64,
			MaxIdleConnsPerHost:   64,
			IdleConnTimeout:       90 * time.Second,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}
