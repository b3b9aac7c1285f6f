package dynamo

import (
	"context"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	smithyendpoints "github.com/aws/smithy-go/endpoints"
)

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
