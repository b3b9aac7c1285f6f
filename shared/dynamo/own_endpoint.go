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

// useEndpoint sends all calls to the endpoint of the options, which is not AWS.
func useEndpoint(ctx context.Context, to *dynamodb.Options, o Options) error {
	found, err := dynamodb.NewDefaultEndpointResolverV2().ResolveEndpoint(ctx, dynamodb.EndpointParameters{
		Endpoint: &o.Endpoint, Region: &o.Region, UseDualStack: aws.Bool(false), UseFIPS: aws.Bool(false),
	})
	if err != nil {
		return fmt.Errorf("dynamo: endpoint %s: %w", o.Endpoint, err)
	}
	to.EndpointResolverV2 = fixedEndpoint{found}
	return nil
}
