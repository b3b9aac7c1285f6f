package dynamo_test

import (
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/smithy-go"

	"stint/shared/dynamo"
)

func TestRealCredentialsGoToAWSOnly(t *testing.T) {
	t.Setenv("AWS_ACCESS_KEY_ID", "AKIDREAL")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "real")
	t.Setenv("AWS_SESSION_TOKEN", "token")
	for endpoint, real := range map[string]bool{
		"": true,
		"https://dynamodb.eu-central-1.amazonaws.com":    true,
		"https://dynamodb.cn-north-1.amazonaws.com.cn":   true,
		"https://dynamodb.eu-central-1.api.aws":          true,
		"http://127.0.0.1:8000":                          false,
		"http://localhost.localstack.cloud:4566":         false,
		"https://dynamodb.amazonaws.com.example.test":    false,
		"https://example.test/dynamodb.us.amazonaws.com": false,
	} {
		client, err := dynamo.NewClient(t.Context(), dynamo.Options{Endpoint: endpoint, Region: "eu-central-1"})
		if err != nil {
			t.Fatal(err)
		}
		got, err := client.Options().Credentials.Retrieve(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		want := aws.Credentials{AccessKeyID: "stint", SecretAccessKey: "stint", Source: "local"}
		if real {
			want = aws.Credentials{AccessKeyID: "AKIDREAL", SecretAccessKey: "real", SessionToken: "token",
				Source: "environment"}
		}
		if got != want {
			t.Errorf("%q: credentials of %s, source %s", endpoint, got.AccessKeyID, got.Source)
		}
	}
}

func TestClientNeedsRegionAndCredentials(t *testing.T) {
	t.Setenv("AWS_ACCESS_KEY_ID", "")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "")
	for name, o := range map[string]dynamo.Options{
		"no region":      {},
		"no credentials": {Region: "eu-central-1"},
	} {
		if _, err := dynamo.NewClient(t.Context(), o); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	client, err := dynamo.NewClient(t.Context(), dynamo.Options{Endpoint: "http://127.0.0.1:1"})
	if err != nil || client.Options().Region == "" {
		t.Errorf("an engine of our own: %v", err)
	}
}

// A call to DynamoDB is tried once more than a call to another service, and also when a
// transaction held the item of a write.
func TestRetriesOfDynamoDB(t *testing.T) {
	t.Parallel()
	client, err := dynamo.NewClient(t.Context(), dynamo.Options{Endpoint: "http://127.0.0.1:1"})
	if err != nil {
		t.Fatal(err)
	}
	retryer := client.Options().Retryer
	if got := retryer.MaxAttempts(); got != 4 {
		t.Errorf("%d attempts, want 4", got)
	}
	for code, want := range map[string]bool{"TransactionConflictException": true, "ThrottlingException": true,
		"ValidationException": false} {
		if got := retryer.IsErrorRetryable(&smithy.GenericAPIError{Code: code}); got != want {
			t.Errorf("%s is tried again: %v", code, got)
		}
	}
}
