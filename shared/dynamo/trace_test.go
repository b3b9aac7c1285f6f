package dynamo_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"stint/shared/dynamo"
)

// In Lambda each call of the database names the trace of X-Ray that it is part of.
func TestCallsNameTheTrace(t *testing.T) {
	const trace = "Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1"
	t.Setenv("AWS_LAMBDA_FUNCTION_NAME", "stint-live-entries")
	t.Setenv("_X_AMZN_TRACE_ID", trace)
	got := ""
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = r.Header.Get("X-Amzn-Trace-Id")
		w.Header().Set("Content-Type", "application/x-amz-json-1.0")
		_, _ = io.WriteString(w, `{"TableNames":[]}`)
	}))
	defer server.Close()
	client, err := dynamo.NewClient(t.Context(), dynamo.Options{Endpoint: server.URL, Region: "eu-central-1"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.ListTables(t.Context(), &dynamodb.ListTablesInput{}); err != nil || got != trace {
		t.Errorf("sent %q, %v", got, err)
	}
}
