// Package dynamo makes the DynamoDB client and knows the single table's shape.
//
// The client is built by hand: config.LoadDefaultConfig would add some two
// milliseconds to a cold start to look in places a Lambda does not have.
// Nothing here logs; request and answer bodies hold callers' data.
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
// that is silent for seconds is broken, and a fresh attempt is the better bet.
const (
	DefaultConnectTimeout = 1 * time.Second
	DefaultAttemptTimeout = 3 * time.Second
)

// localRegion is signed for engines that are not AWS; they ignore it.
const localRegion = "us-east-1"

// Options says where the table lives and how patient the client is. The zero
// value of each field but Region is a sensible default.
type Options struct {
	// Endpoint is the base URL of an engine that is not the region's own, such
	// as the embedded one; "" is AWS in Region.
	Endpoint string
	// Region is the AWS region; needed unless Endpoint is set.
	Region string
	// ConnectTimeout bounds dialling and, separately, the TLS handshake.
	ConnectTimeout time.Duration
	// AttemptTimeout bounds one whole attempt, from dialling to the last byte.
	AttemptTimeout time.Duration
	// Retries says how failed attempts are repeated.
	Retries Retries
}

// NewClient returns a client for o, changed by optFns last. It fails when no
// region is known, or the credentials the endpoint needs are not in the
// environment; it does not connect.
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
	return dynamodb.New(options, optFns...), nil
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

// newHTTPClient keeps connections for the next request: a new one costs a TLS
// handshake, about as long as five reads.
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
