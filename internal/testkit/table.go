package testkit

import (
	"context"
	"os"
	"runtime/debug"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/uuid"

	"stint/shared/dynamo"
	"stint/shared/engine"
)

// dropTimeout bounds the removal of a table after its test.
const dropTimeout = 30 * time.Second

// Table is one test's own table, empty at first and dropped when the test ends.
type Table struct {
	// Client is the one given to the code under test.
	Client *dynamodb.Client
	// Name is the table's name, never used before.
	Name string

	// unprobed does what the test kit does itself: no probe sees it.
	unprobed *dynamodb.Client
}

// NewTable makes a table of dynamo.Schema. optFns change its Client, as
// Probe.Attach does.
func NewTable(t testing.TB, optFns ...func(*dynamodb.Options)) *Table {
	t.Helper()
	table := &Table{Client: Connect(t, optFns...), Name: "stint-test-" + uuid.NewString(), unprobed: Connect(t)}
	if err := dynamo.EnsureTable(t.Context(), table.unprobed, table.Name); err != nil {
		t.Fatalf("testkit: %v", err)
	}
	t.Cleanup(func() { table.drop(t) })
	return table
}

// Fill puts items into the table, as Dump returned them for another one.
func (table *Table) Fill(t testing.TB, items []map[string]types.AttributeValue) {
	t.Helper()
	for chunk := range slices.Chunk(items, 25) { // as many as a batch may have
		writes := make([]types.WriteRequest, len(chunk))
		for i, item := range chunk {
			writes[i] = types.WriteRequest{PutRequest: &types.PutRequest{Item: item}}
		}
		for len(writes) > 0 {
			out, err := table.unprobed.BatchWriteItem(t.Context(), &dynamodb.BatchWriteItemInput{
				RequestItems: map[string][]types.WriteRequest{table.Name: writes},
			})
			if err != nil {
				t.Fatalf("testkit: filling table %s: %v", table.Name, err)
			}
			writes = out.UnprocessedItems[table.Name]
		}
	}
}

// Connect returns a further client of the tests' DynamoDB, with connections of
// its own: another Lambda, so to speak. It repeats failed attempts as often as
// in production but after a millisecond or so, and never runs out of quota.
func Connect(t testing.TB, optFns ...func(*dynamodb.Options)) *dynamodb.Client {
	t.Helper()
	e, err := sharedEngine()
	if err != nil {
		t.Fatalf("testkit: %v", err)
	}
	client, err := dynamo.NewClient(t.Context(), dynamo.Options{
		Endpoint: e.Endpoint(),
		Region:   os.Getenv("AWS_REGION"),
		Retries:  dynamo.Retries{Base: time.Millisecond, Cap: 5 * time.Millisecond, NoQuota: true},
	}, optFns...)
	if err != nil {
		t.Fatalf("testkit: %v", err)
	}
	t.Cleanup(func() { closeIdle(client) })
	return client
}

// testGCPercent makes the garbage collector run less often than by default.
// Tests have small heaps and make much garbage, so it takes a fifth of their
// time otherwise. GOGC has priority.
const testGCPercent = 400

// sharedEngine starts the one engine of this test binary. Nothing stops it: it
// ends with the process, however that ends.
var sharedEngine = sync.OnceValues(func() (*engine.Engine, error) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(testGCPercent)
	}
	return engine.Start(context.Background(), engine.Options{Endpoint: os.Getenv(engine.EndpointVariable)})
})

// drop runs after the test's own context has ended.
func (table *Table) drop(t testing.TB) {
	ctx, cancel := context.WithTimeout(context.Background(), dropTimeout)
	defer cancel()
	_, err := table.unprobed.DeleteTable(ctx, &dynamodb.DeleteTableInput{TableName: aws.String(table.Name)})
	if err != nil {
		t.Errorf("testkit: dropping table %s: %v", table.Name, err)
	}
}

// closeIdle lets a test that counts goroutines find none of ours.
func closeIdle(client *dynamodb.Client) {
	if c, ok := client.Options().HTTPClient.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}
