package awsclient_test

import (
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/kms"
	"github.com/aws/aws-sdk-go-v2/service/sesv2"

	"stint/shared/awsclient"
)

// Clients call the addresses that those of the SDK call, in every kind of region.
func TestAddressesAreThoseOfTheSDK(t *testing.T) {
	t.Parallel()
	for _, region := range []string{
		"us-east-1", "eu-central-1", "ap-southeast-5", "mx-central-1", "us-gov-west-1", "cn-north-1",
		"eusc-de-east-1", "us-iso-east-1", "us-isob-east-1", "us-isof-south-1", "eu-isoe-west-1",
	} {
		keys, err := kms.NewDefaultEndpointResolverV2().ResolveEndpoint(t.Context(), kms.EndpointParameters{Region: &region})
		if err != nil {
			t.Fatal(err)
		}
		mails, err := sesv2.NewDefaultEndpointResolverV2().ResolveEndpoint(t.Context(),
			sesv2.EndpointParameters{Region: &region})
		if err != nil {
			t.Fatal(err)
		}
		for host, want := range map[string]string{"kms": keys.URI.String(), "email": mails.URI.String()} {
			if got := awsclient.NewServiceClient(aws.Config{Region: region}, host, host).Base(); got != want {
				t.Errorf("%s in %s: %s, want %s", host, region, got, want)
			}
		}
	}
}
