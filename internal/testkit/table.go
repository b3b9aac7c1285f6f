package testkit

import (
	"context"
	"errors"
	"os"
	"reflect"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/uuid"

	"stint/internal/testkit/awsrules"
	"stint/shared/awsclient"
	"stint/shared/dynamo"
	"stint/shared/engine"
)

// dropTimeout bounds the deletion of a table after its test.
const dropTimeout = 30 * time.Second

// attemptTimeout bounds connecting and one attempt of the tests' clients. It is longer than in
// production: a test that holds an attempt decides when it goes on, and on a busy machine a
// second attempt only makes the engine slower.
const attemptTimeout = time.Minute

// Table is a table of one test. It is empty at first and deleted when the test ends.
type Table struct {
	// Client is the client for the code under test.
	Client *dynamodb.Client
	// Name is unique.
	Name string

	// unprobed is the test kit's own client, which has no probe.
	unprobed *dynamodb.Client
}

// NewTable creates a table with dynamo.Schema. The options, such as Probe.Attach,
// change its Client.
func NewTable(t testing.TB, optFns ...func(*dynamodb.Options)) *Table {
	t.Helper()
	table := &Table{Client: Connect(t, optFns...), Name: "stint-test-" + uuid.NewString(), unprobed: connect(t)}
	if err := createTable(t.Context(), table.unprobed, table.Name); err != nil {
		t.Fatalf("testkit: %v", err)
	}
	copies.Store(table.Name, newCopy(testOf(t)))
	t.Cleanup(func() { table.drop(t) })
	return table
}

// isSupported is whether a table of this process was found to be as Schema says.
var isSupported atomic.Bool

// createTable creates a table. The first one shows that the engine supports all of dynamo.Schema.
func createTable(ctx context.Context, client *dynamodb.Client, name string) error {
	if isSupported.Load() {
		return dynamo.CreateTable(ctx, client, name)
	}
	err := dynamo.EnsureTable(ctx, client, name)
	isSupported.Store(err == nil)
	return err
}

// Fill writes items into the table, as Dump returned them for another table.
func (table *Table) Fill(t testing.TB, items []map[string]types.AttributeValue) {
	t.Helper()
	writes := make([]types.WriteRequest, len(items))
	for i, item := range items {
		writes[i] = types.WriteRequest{PutRequest: &types.PutRequest{Item: item}}
	}
	table.writeAll(t, writes)
}

// Restore makes the table hold exactly these items, as Dump returned them. It writes only the
// items that differ.
func (table *Table) Restore(t testing.TB, items []map[string]types.AttributeValue) {
	t.Helper()
	missing := map[string]map[string]types.AttributeValue{}
	for _, item := range items {
		missing[rowKey(item)] = item
	}
	var writes []types.WriteRequest
	for _, item := range Dump(t, table) {
		want, stays := missing[rowKey(item)]
		delete(missing, rowKey(item))
		switch {
		case !stays:
			writes = append(writes, types.WriteRequest{DeleteRequest: &types.DeleteRequest{Key: keyOfItem(item)}})
		case !reflect.DeepEqual(item, want):
			writes = append(writes, types.WriteRequest{PutRequest: &types.PutRequest{Item: want}})
		}
	}
	for _, item := range missing {
		writes = append(writes, types.WriteRequest{PutRequest: &types.PutRequest{Item: item}})
	}
	table.writeAll(t, writes)
}

// rowKey tells the items of a table apart. No key contains a NUL.
func rowKey(item map[string]types.AttributeValue) string {
	return TextOf(item[dynamo.AttrPK]) + "\x00" + TextOf(item[dynamo.AttrSK])
}

// keyOfItem is the key of an item in the table.
func keyOfItem(it item) item {
	return item{dynamo.AttrPK: it[dynamo.AttrPK], dynamo.AttrSK: it[dynamo.AttrSK]}
}

func (table *Table) writeAll(t testing.TB, all []types.WriteRequest) {
	t.Helper()
	for writes := range slices.Chunk(all, 25) { // the most that a batch takes
		for len(writes) > 0 {
			out, err := table.unprobed.BatchWriteItem(t.Context(), &dynamodb.BatchWriteItemInput{
				RequestItems: map[string][]types.WriteRequest{table.Name: writes},
			})
			if err != nil {
				t.Fatalf("testkit: writing to table %s: %v", table.Name, err)
			}
			left := out.UnprocessedItems[table.Name]
			if len(left) == 0 {
				copyOf(table.Name).know(writes)
			}
			writes = left
		}
	}
}

// Connect makes another client of the tests' DynamoDB, with its own connections, like
// another Lambda instance. It retries as often as in production, but waits only about
// a millisecond, has no retry quota, and gives up an attempt only after attemptTimeout. A
// request that AWS refuses fails the test, whatever the engine takes, unless awsrules.Detach is an option.
func Connect(t testing.TB, optFns ...func(*dynamodb.Options)) *dynamodb.Client {
	t.Helper()
	return connect(t, append([]func(*dynamodb.Options){awsrules.Attach(func(err error) { t.Error(err) })}, optFns...)...)
}

// connect makes a client for the test kit's own requests.
func connect(t testing.TB, optFns ...func(*dynamodb.Options)) *dynamodb.Client {
	t.Helper()
	e, err := sharedEngine()
	if err != nil {
		t.Fatalf("testkit: %v", err)
	}
	client, err := dynamo.NewClient(t.Context(), dynamo.Options{
		Endpoint:       e.Endpoint(),
		Region:         os.Getenv("AWS_REGION"),
		ConnectTimeout: attemptTimeout, AttemptTimeout: attemptTimeout,
		Retries: awsclient.Retries{Base: time.Millisecond, Cap: 5 * time.Millisecond, NoQuota: true},
	}, append([]func(*dynamodb.Options){recordWrites}, optFns...)...)
	if err != nil {
		t.Fatalf("testkit: %v", err)
	}
	t.Cleanup(func() { closeIdle(client) })
	return client
}

// testGCPercent makes the garbage collector run less often than by default. Tests
// have small heaps and produce much garbage, so collecting it would take a fifth of
// their time. The environment variable GOGC has priority.
const testGCPercent = 400

// sharedEngine starts the engine of this test binary. Nothing needs to stop it: it
// ends with the process, also after a crash.
var sharedEngine = sync.OnceValues(func() (*engine.Engine, error) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(testGCPercent)
	}
	return engine.Start(context.Background(), engine.Options{Endpoint: os.Getenv(engine.EndpointVariable)})
})

// drop deletes the table. It has its own context, because the test's has ended. A table
// that is gone was deleted by an attempt whose answer did not come in time.
func (table *Table) drop(t testing.TB) {
	ctx, cancel := context.WithTimeout(context.Background(), dropTimeout)
	defer cancel()
	_, err := table.unprobed.DeleteTable(ctx, &dynamodb.DeleteTableInput{TableName: aws.String(table.Name)})
	var gone *types.ResourceNotFoundException
	if err != nil && !errors.As(err, &gone) {
		t.Errorf("testkit: dropping table %s: %v", table.Name, err)
	}
}

// closeIdle closes idle connections, so that tests can check that no goroutines are
// left.
func closeIdle(client *dynamodb.Client) {
	if c, ok := client.Options().HTTPClient.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}
