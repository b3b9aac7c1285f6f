// Package dynamo makes the DynamoDB client and defines the table: its keys, its
// indexes and the names of their attributes.
//
// The client is made without config.LoadDefaultConfig, which adds some two
// milliseconds to a cold start because it looks for settings that a Lambda does
// not have. Nothing here logs, because requests and answers hold callers' data.
package dynamo

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

// Timeouts of one attempt. DynamoDB answers in milliseconds, so a connection
// without an answer for seconds is broken, and another attempt is likely to be
// faster.
const (
	DefaultConnectTimeout = 1 * time.Second
	DefaultAttemptTimeout = 3 * time.Second
)

// localRegion is part of the signature for engines that are not AWS. They ignore
// it.
const localRegion = "us-east-1"

// Options of a client. The zero value of each field but Region is its default.
type Options struct {
	// Endpoint is the base URL of another engine than AWS, such as the embedded
	// one; "" is AWS in Region.
	Endpoint string
	// Region is the AWS region. It is required unless Endpoint is set.
	Region string
	// ConnectTimeout bounds connecting and, separately, the TLS handshake.
	ConnectTimeout time.Duration
	// AttemptTimeout bounds one whole attempt, from connecting to the last byte.
	AttemptTimeout time.Duration
	// Retries says how failed attempts are retried.
	Retries Retries
}

// NewClient returns a client with the options o; optFns are applied last. It does
// not connect. Errors: no region, or no credentials in the environment that the
// endpoint needs.
func NewClient(ctx context.Context, o Options, optFns ...func(*dynamodb.Options)) (*dynamodb.Client, error) {
	o = o.withDefaults()
	if o.Region == "" {
		return nil, errors.New("dynamo: no region")
	}
	credentials := CredentialsAt(o.Endpoint)
	if _, err := credentials.Retrieve(ctx); err != nil {
		return nil, fmt.Errorf("dynamo: credentials: %w", err)
	}
	options := dynamodb.Options{
		Region:      o.Region,
		Credentials: credentials,
		HTTPClient:  newHTTPClient(o),
		Retryer:     newRetryer(o.Retries),
	}
	if o.Endpoint != "" {
		options.BaseEndpoint = aws.String(o.Endpoint)
	}
	if o.Endpoint != "" && !isAWS(o.Endpoint) {
		if err := useEndpoint(ctx, &options, o); err != nil {
			return nil, err
		}
	}
	return dynamodb.New(options, append([]func(*dynamodb.Options){keepJSON}, optFns...)...), nil
}

func (o Options) withDefaults() Options {
	if o.Region == "" && o.Endpoint != "" {
		o.Region = localRegion
	}
	if o.ConnectTimeout <= 0 {
		o.ConnectTimeout = DefaultConnectTimeout
	}
	if o.AttemptTimeout <= 0 {
		o.AttemptTimeout = DefaultAttemptTimeout
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
