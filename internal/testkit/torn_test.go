package testkit_test

import (
	"net/http"
	"sync/atomic"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/testkit"
)

// requestCounter counts the requests that reach the engine.
type requestCounter struct {
	dynamodb.HTTPClient
	sent atomic.Int32
}

func (c *requestCounter) Do(r *http.Request) (*http.Response, error) {
	c.sent.Add(1)
	return c.HTTPClient.Do(r)
}

func batchGet(t *testing.T, table *testkit.Table, keys ...item) []item {
	t.Helper()
	out, err := table.Client.BatchGetItem(t.Context(), &dynamodb.BatchGetItemInput{
		RequestItems: map[string]types.KeysAndAttributes{table.Name: {Keys: keys, ConsistentRead: aws.Bool(true)}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.Responses[table.Name]
}

// A batch read is one call and one attempt with the capacity of all its keys, although
// each key is read by itself.
func TestEveryBatchReadIsTorn(t *testing.T) {
	t.Parallel()
	counter, probe := new(requestCounter), new(testkit.Probe)
	table := testkit.NewTable(t, func(o *dynamodb.Options) { counter.HTTPClient, o.HTTPClient = o.HTTPClient, counter }, probe.Attach)
	put(t, table, key("a", "1"))
	put(t, table, key("a", "3"))
	single := probe.Snapshot()
	batchGet(t, table, key("a", "1"))
	unit := probe.Snapshot().Minus(single).Read

	before, sent := probe.Snapshot(), counter.sent.Load()
	found := batchGet(t, table, key("a", "1"), key("a", "2"), key("a", "3"))
	if len(found) != 2 || value(found[0], "sk") != "1" || value(found[1], "sk") != "3" {
		t.Errorf("found %v", found)
	}
	if got := counter.sent.Load() - sent; got != 3 {
		t.Errorf("%d requests for 3 keys", got)
	}
	added := probe.Snapshot().Minus(before)
	if added.Calls["BatchGetItem"] != 1 || added.Attempts["BatchGetItem"] != 1 || added.Sent["BatchGetItem"] != 1 || added.Read != 3*unit {
		t.Errorf("counted %+v, want one call with %v read units", added, 3*unit)
	}
}

func TestEmptyIndex(t *testing.T) {
	t.Parallel()
	table, probe := newProbedTable(t)
	put(t, table, with(with(key("a", "1"), "g1", "w"), "lsk", "1"))
	count := func(index, partition, value string) int {
		t.Helper()
		in := &dynamodb.QueryInput{
			TableName: &table.Name, KeyConditionExpression: aws.String(partition + " = :p"), ExpressionAttributeValues: item{":p": s(value)},
		}
		if index != "" {
			in.IndexName = &index
		}
		out, err := table.Client.Query(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		return len(out.Items)
	}
	if got := count("by_ws", "g1", "w"); got != 1 {
		t.Fatalf("%d items in the index, want 1", got)
	}
	probe.Inject(testkit.Fault{Where: testkit.OnIndexes("by_ws", "by_proj"), Times: testkit.Always, Effect: testkit.EmptyIndex})
	for _, c := range []struct {
		index, partition, value string
		want                    int
	}{{"by_ws", "g1", "w", 0}, {"", "pk", "a", 1}, {"by_lsk", "pk", "a", 1}} {
		if got := count(c.index, c.partition, c.value); got != c.want {
			t.Errorf("%d items in %q, want %d", got, c.index, c.want)
		}
	}
}

func TestLateIndex(t *testing.T) {
	t.Parallel()
	table, probe := newProbedTable(t)
	for _, at := range []string{"1", "2", "3"} {
		put(t, table, with(with(key("a", at), "g1", "w"), "lsk", at))
	}
	in := &dynamodb.QueryInput{
		TableName: &table.Name, IndexName: aws.String("by_ws"), KeyConditionExpression: aws.String("g1 = :p"), ExpressionAttributeValues: item{":p": s("w")},
	}
	from := "2"
	probe.Inject(testkit.Fault{Where: testkit.OnIndexes("by_ws"), Times: testkit.Always, Effect: testkit.LateIndex("lsk", func() string { return from })})
	for _, want := range []int32{1, 3} {
		out, err := table.Client.Query(t.Context(), in)
		if err != nil || out.Count != want || len(out.Items) != int(want) {
			t.Errorf("%v, %v, want %d items", out, err, want)
		}
		from = "4"
	}
}
