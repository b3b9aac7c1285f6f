package homedata

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/shared/dynamo"
)

// After each transaction that succeeded, and only then, an item is read before the caller goes on.
func TestTransactionsAwaitTheirCommit(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var calls []string
	refuse := false
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, operation, _ := strings.Cut(r.Header.Get("X-Amz-Target"), ".")
		mu.Lock()
		defer mu.Unlock()
		calls = append(calls, operation)
		w.Header().Set("Content-Type", "application/x-amz-json-1.0")
		if refuse {
			w.WriteHeader(http.StatusBadRequest)
			_, _ = io.WriteString(w, `{"__type":"com.amazonaws.dynamodb.v20120810#ValidationException"}`)
			return
		}
		_, _ = io.WriteString(w, "{}")
	}))
	defer server.Close()
	o := dynamo.Options{Endpoint: server.URL, Region: "us-east-1"}
	client, err := NewClient(t.Context(), o, "stint", true)
	if err != nil {
		t.Fatal(err)
	}
	key := map[string]types.AttributeValue{dynamo.AttrPK: &types.AttributeValueMemberS{Value: "a"},
		dynamo.AttrSK: &types.AttributeValueMemberS{Value: "b"}}
	write := func() error {
		_, err := client.TransactWriteItems(t.Context(), &dynamodb.TransactWriteItemsInput{
			TransactItems: []types.TransactWriteItem{{Put: &types.Put{TableName: aws.String("stint"), Item: key}}},
		})
		return err
	}
	if err := write(); err != nil {
		t.Fatal(err)
	}
	if _, err := client.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: aws.String("stint"),
		Item: key}); err != nil {
		t.Fatal(err)
	}
	refuse = true
	if write() == nil {
		t.Error("the error is lost")
	}
	if want := []string{"TransactWriteItems", "GetItem", "PutItem", "TransactWriteItems"}; !slices.Equal(calls, want) {
		t.Errorf("calls %v, want %v", calls, want)
	}
}
