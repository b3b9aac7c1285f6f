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
	sent    atomic.Int32
	answers func() // is called after each answer; may be nil
}

func (c *requestCounter) Do(r *http.Request) (*http.Response, error) {
	c.sent.Add(1)
	response, err := c.HTTPClient.Do(r)
	if c.answers != nil {
		c.answers()
	}
	return response, err
}

// batchTable has the items 1 and 3.
type batchTable struct {
	*testkit.Table
	counter *requestCounter
	probe   *testkit.Probe
}

func newBatchTable(t *testing.T) batchTable {
	t.Helper()
	b := batchTable{counter: new(requestCounter), probe: new(testkit.Probe)}
	count := func(o *dynamodb.Options) { b.counter.HTTPClient, o.HTTPClient = o.HTTPClient, b.counter }
	b.Table = testkit.NewTable(t, count, b.probe.Attach)
	put(t, b.Table, key("a", "1"))
	put(t, b.Table, key("a", "3"))
	return b
}

func (b batchTable) get(t *testing.T, keys ...item) []item {
	t.Helper()
	out, err := b.Client.BatchGetItem(t.Context(), &dynamodb.BatchGetItemInput{
		RequestItems: map[string]types.KeysAndAttributes{b.Name: {Keys: keys, ConsistentRead: aws.Bool(true)}},
	})
	if err != nil {
		t.Error(err)
		return nil
	}
	return out.Responses[b.Name]
}

// getThree reads three keys, and checks the items and the number of requests.
func (b batchTable) getThree(t *testing.T, requests int32) {
	t.Helper()
	sent := b.counter.sent.Load()
	found := b.get(t, key("a", "1"), key("a", "2"), key("a", "3"))
	if len(found) != 2 || testkit.TextOf(found[0]["sk"]) == testkit.TextOf(found[1]["sk"]) {
		t.Errorf("found %v", found)
	}
	if got := b.counter.sent.Load() - sent; got != requests {
		t.Errorf("%d requests, want %d", got, requests)
	}
}

// A race of another test does not tear the read, because that test does not use the table.
func TestBatchReadBesideNothingIsSentUnchanged(t *testing.T) {
	t.Parallel()
	b := newBatchTable(t)
	b.getThree(t, 1)
	testkit.Race(anotherTest{t}, 1, func(int) { b.getThree(t, 1) })
}

// anotherTest has another name than the test that it is.
type anotherTest struct{ testing.TB }

func (anotherTest) Name() string { return "TestAnother" }

// A batch read of a race is one call and one attempt with the capacity of all its keys,
// although each key is read by itself.
func TestBatchReadOfARaceIsTorn(t *testing.T) {
	t.Parallel()
	b := newBatchTable(t)
	t.Run("a part of the test", func(t *testing.T) { testkit.Race(t, 1, func(int) { b.getThree(t, 3) }) })
	single := b.probe.Snapshot()
	b.get(t, key("a", "1"))
	unit := b.probe.Snapshot().Minus(single).Read

	before := b.probe.Snapshot()
	testkit.Race(t, 1, func(int) { b.getThree(t, 3) })
	added := b.probe.Snapshot().Minus(before)
	if added.Calls["BatchGetItem"] != 1 || added.Attempts["BatchGetItem"] != 1 || added.Sent["BatchGetItem"] != 1 ||
		added.Read != 3*unit {
		t.Errorf("counted %+v, want one call with %v read units", added, 3*unit)
	}
}

func TestBatchReadDuringAWriteIsTorn(t *testing.T) {
	t.Parallel()
	b := newBatchTable(t)
	release := make(chan struct{})
	held := b.probe.Inject(testkit.Fault{Where: testkit.On("PutItem"), Effect: testkit.Hold(release)})
	written := make(chan struct{})
	go func() {
		defer close(written)
		_, err := b.Client.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: &b.Name, Item: key("a", "4")})
		if err != nil {
			t.Error(err)
		}
	}()
	<-held.Reached()
	b.getThree(t, 3)
	close(release)
	<-written
}

// The first item is from before the write, the other from after it.
func TestWriteBeginsDuringABatchRead(t *testing.T) {
	t.Parallel()
	b := newBatchTable(t)
	b.counter.answers = func() {
		b.counter.answers = nil
		for _, sk := range []string{"1", "3"} {
			put(t, b.Table, with(key("a", sk), "lsk", "new"))
		}
	}
	before := b.probe.Snapshot()
	found := b.get(t, key("a", "1"), key("a", "2"), key("a", "3"))
	if len(found) != 2 || testkit.TextOf(found[0]["lsk"]) != "" || testkit.TextOf(found[1]["lsk"]) != "new" {
		t.Errorf("found %v", found)
	}
	if added := b.probe.Snapshot().Minus(before); added.Attempts["BatchGetItem"] != 1 || added.Read != 3 {
		t.Errorf("counted %+v", added)
	}
}
