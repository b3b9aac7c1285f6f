package dynamo_test

import (
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"stint/shared/dynamo"
)

// Calls go where the SDK's own resolver sends them. An address at AWS is left to that
// resolver, which knows more about it.
func TestCallsGoToTheEndpoint(t *testing.T) {
	t.Setenv("AWS_ACCESS_KEY_ID", "AKIDREAL")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "real")
	for endpoint, own := range map[string]bool{
		"http://127.0.0.1:8000":           true,
		"http://localhost:4566/some/path": true,
		"":                                false,
		"https://dynamodb.eu-central-1.amazonaws.com": false,
	} {
		client, err := dynamo.NewClient(t.Context(), dynamo.Options{Endpoint: endpoint, Region: "eu-central-1"})
		if err != nil {
			t.Fatal(err)
		}
		parameters := dynamodb.EndpointParameters{Region: aws.String("eu-central-1"), UseDualStack: aws.Bool(false),
			UseFIPS: aws.Bool(false)}
		if endpoint != "" {
			parameters.Endpoint = &endpoint
		}
		sdk := dynamodb.NewDefaultEndpointResolverV2()
		want, err := sdk.ResolveEndpoint(t.Context(), parameters)
		if err != nil {
			t.Fatal(err)
		}
		resolver := client.Options().EndpointResolverV2
		got, err := resolver.ResolveEndpoint(t.Context(), parameters)
		if err != nil || got.URI != want.URI {
			t.Errorf("%q: %v, %v; want %v", endpoint, got.URI.String(), err, want.URI.String())
		}
		_, err = resolver.ResolveEndpoint(t.Context(), dynamodb.EndpointParameters{}) // the SDK's needs parameters
		if isFixed := err == nil; isFixed != own {
			t.Errorf("%q: the endpoint is fixed: %v", endpoint, isFixed)
		}
	}
	if _, err := dynamo.NewClient(t.Context(), dynamo.Options{Endpoint: "http://a b",
		Region: "eu-central-1"}); err == nil {
		t.Error("an endpoint that is no URL is accepted")
	}
}
