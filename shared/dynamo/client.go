// Package dynamo makes the DynamoDB client and defines the table: its keys, its
// indexes and the names of their attributes.
package dynamo

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	smithyendpoints "github.com/aws/smithy-go/endpoints"

	"stint/shared/awsclient"
)

// Options of a client. Fields that are zero have the defaults of DynamoDB.
type Options = awsclient.Options

// Defaults of DynamoDB. Every request waits for it several times.
const (
	defaultConnectTimeout = time.Second
	defaultAttempts       = 4
	defaultPause          = 40 * time.Millisecond
)

// NewClient returns a client with the options o; optFns are applied last. It does
// not connect. Errors: no region, or no credentials in the environment that the
// endpoint needs.
func NewClient(ctx context.Context, o Options, optFns ...func(*dynamodb.Options)) (*dynamodb.Client, error) {
	c := awsclient.NewConfig(withDefaults(o))
	if c.Region == "" {
		return nil, errors.New("dynamo: no region")
	}
	if _, err := c.Credentials.Retrieve(ctx); err != nil {
		return nil, fmt.Errorf("dynamo: credentials: %w", err)
	}
	own := []func(*dynamodb.Options){keepJSON}
	if o.Endpoint != "" && !awsclient.IsAWS(o.Endpoint) {
		endpoint, err := findEndpoint(ctx, c)
		if err != nil {
			return nil, err
		}
		own = append(own, func(o *dynamodb.Options) { o.EndpointResolverV2 = endpoint })
	}
	return dynamodb.NewFromConfig(c, slices.Concat(own, optFns)...), nil
}

// withDefaults also retries a single write that was refused because a transaction held
// its item; the SDK alone does not.
func withDefaults(o Options) Options {
	if o.ConnectTimeout <= 0 {
		o.ConnectTimeout = defaultConnectTimeout
	}
	if o.Retries.Attempts <= 0 {
		o.Retries.Attempts = defaultAttempts
	}
	if o.Retries.Base <= 0 {
		o.Retries.Base = defaultPause
	}
	o.Retries.Codes = append(slices.Clone(o.Retries.Codes), "TransactionConflictException")
	return o
}

// fixedEndpoint is where all calls go. The SDK's own resolver goes through the rules of
// AWS for each call, also for an engine at one address.
type fixedEndpoint struct{ smithyendpoints.Endpoint }

var _ dynamodb.EndpointResolverV2 = fixedEndpoint{}

// ResolveEndpoint implements dynamodb.EndpointResolverV2.
func (e fixedEndpoint) ResolveEndpoint(context.Context, dynamodb.EndpointParameters) (smithyendpoints.Endpoint, error) {
	return e.Endpoint, nil
}

// findEndpoint finds the endpoint of a configuration that is not for AWS.
func findEndpoint(ctx context.Context, c aws.Config) (dynamodb.EndpointResolverV2, error) {
	found, err := dynamodb.NewDefaultEndpointResolverV2().ResolveEndpoint(ctx, dynamodb.EndpointParameters{
		Endpoint: c.BaseEndpoint, Region: &c.Region, UseDualStack: aws.Bool(false), UseFIPS: aws.Bool(false),
	})
	if err != nil {
		return nil, fmt.Errorf("dynamo: endpoint %s: %w", *c.BaseEndpoint, err)
	}
	return fixedEndpoint{found}, nil
}
