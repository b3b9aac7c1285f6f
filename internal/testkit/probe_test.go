package testkit_test

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/testkit"
)

func newProbedTable(t *testing.T) (*testkit.Table, *testkit.Probe) {
	t.Helper()
	probe := new(testkit.Probe)
	return testkit.NewTable(t, probe.Attach), probe
}

func get(ctx context.Context, table *testkit.Table, k item) (item, error) {
	out, err := table.Client.GetItem(ctx, &dynamodb.GetItemInput{
		TableName: &table.Name, Key: k, ConsistentRead: aws.Bool(true),
	})
	if err != nil {
		return nil, err
	}
	return out.Item, nil
}

func TestProbeCountsCallsAndCapacity(t *testing.T) {
	t.Parallel()
	table, probe := newProbedTable(t)
	put(t, table, with(key("a", "1"), "lsk", "1"))
	put(t, table, key("a", "2"))
	before := probe.Snapshot()
	if want := map[string]int{"PutItem": 2}; !reflect.DeepEqual(before.Calls, want) {
		t.Errorf("calls %v, want %v", before.Calls, want)
	}
	if before.Write != 3 { // the first item is also written to the local index
		t.Errorf("%v write units, want 3", before.Write)
	}

	if _, err := get(t.Context(), table, key("a", "1")); err != nil {
		t.Fatal(err)
	}
	if _, err := table.Client.TransactWriteItems(t.Context(),
		transactPut(table, "", key("b", "1"), key("b", "2"))); err != nil {
		t.Fatal(err)
	}
	want := testkit.Counts{
		Calls:    map[string]int{"GetItem": 1, "TransactWriteItems": 1},
		Attempts: map[string]int{"GetItem": 1, "TransactWriteItems": 1},
		Sent:     map[string]int{"GetItem": 1, "TransactWriteItems": 1},
		Read:     1, Write: 4,
	}
	if got := probe.Snapshot().Minus(before); !reflect.DeepEqual(got, want) {
		t.Errorf("added %+v, want %+v", got, want)
	}
	probe.Reset()
	if got := probe.Snapshot(); len(got.Calls) != 0 || got.Read != 0 || got.Write != 0 {
		t.Errorf("after a reset: %+v", got)
	}
}

func TestLogDescribesEachCall(t *testing.T) {
	t.Parallel()
	table, probe := newProbedTable(t)
	put(t, table, with(key("a", "1"), "lsk", "1"))
	_, err := table.Client.BatchGetItem(t.Context(), &dynamodb.BatchGetItemInput{
		RequestItems: map[string]types.KeysAndAttributes{
			table.Name: {Keys: []item{key("a", "1"), key("a", "2"), key("a", "3")}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	_, err = table.Client.Query(t.Context(), &dynamodb.QueryInput{
		TableName: &table.Name, IndexName: aws.String("by_lsk"),
		KeyConditionExpression: aws.String("pk = :p"), ExpressionAttributeValues: item{":p": s("a")},
	})
	if err != nil {
		t.Fatal(err)
	}
	type line struct {
		op, index   string
		keys, items int
	}
	var got []line
	for _, c := range probe.Log() {
		got = append(got, line{c.Op, c.Index, c.Keys, c.Items})
	}
	want := []line{{"PutItem", "", 1, 0}, {"BatchGetItem", "", 3, 1}, {"Query", "by_lsk", 1, 1}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("log %v, want %v", got, want)
	}
	if got := testkit.RoundTrips(probe.Log()); got != 3 {
		t.Errorf("%d rounds, want 3", got)
	}
}

func TestProbeLeavesTheCallersInputAlone(t *testing.T) {
	t.Parallel()
	table, _ := newProbedTable(t)
	in := &dynamodb.PutItemInput{TableName: &table.Name, Item: key("a", "1")}
	if _, err := table.Client.PutItem(t.Context(), in); err != nil {
		t.Fatal(err)
	}
	if in.ReturnConsumedCapacity != "" {
		t.Errorf("the input now asks for %q", in.ReturnConsumedCapacity)
	}
}

func TestParallelCallsAreOneRoundTrip(t *testing.T) {
	t.Parallel()
	table, probe := newProbedTable(t)
	gathered := probe.Inject(testkit.Fault{Effect: testkit.Gather(4), Times: 4})
	testkit.Race(t, 4, func(int) {
		if _, err := get(t.Context(), table, key("a", "1")); err != nil {
			t.Error(err)
		}
	})
	if got := testkit.RoundTrips(probe.Log()); got != 1 || gathered.Hits() != 4 {
		t.Errorf("%d rounds, %d gathered; want 1 and 4", got, gathered.Hits())
	}
}

func TestSequentialCallsNeverLookParallel(t *testing.T) {
	t.Parallel()
	table, probe := newProbedTable(t)
	probe.Inject(testkit.Fault{Effect: testkit.Gather(2), Times: 2})
	alone, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := get(alone, table, key("a", "1")); err == nil { // it waits for a second one
		t.Fatal("the first call did not wait")
	}
	if _, err := get(t.Context(), table, key("a", "1")); err != nil {
		t.Fatal(err)
	}
	if got := testkit.RoundTrips(probe.Log()); got != 2 {
		t.Errorf("%d rounds, want 2", got)
	}
}

func TestUnprocessedKeysAreReturned(t *testing.T) {
	t.Parallel()
	table, probe := newProbedTable(t)
	put(t, table, key("a", "1"))
	put(t, table, key("a", "2"))
	probe.LeaveUnprocessed(1, 1)
	request := map[string]types.KeysAndAttributes{table.Name: {Keys: []item{key("a", "1"), key("a", "2")}}}
	found, rounds := 0, 0
	for len(request) > 0 {
		out, err := table.Client.BatchGetItem(t.Context(), &dynamodb.BatchGetItemInput{RequestItems: request})
		if err != nil {
			t.Fatal(err)
		}
		found += len(out.Responses[table.Name])
		rounds++
		request = out.UnprocessedKeys
	}
	if found != 2 || rounds != 2 {
		t.Errorf("%d items in %d reads, want 2 in 2", found, rounds)
	}
}

func TestErrorsAreLogged(t *testing.T) {
	t.Parallel()
	table, probe := newProbedTable(t)
	_, err := table.Client.PutItem(t.Context(), &dynamodb.PutItemInput{
		TableName: &table.Name, Item: key("a", "1"), ConditionExpression: aws.String("attribute_exists(pk)"),
	})
	var failed *types.ConditionalCheckFailedException
	if !errors.As(err, &failed) {
		t.Fatalf("got %v", err)
	}
	log := probe.Log()
	if len(log) != 1 || !errors.As(log[0].Err, &failed) || log[0].Sent != 1 {
		t.Errorf("log %+v", log)
	}
}
