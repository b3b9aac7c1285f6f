package testkit

import (
	"cmp"
	"io"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Effect replaces the exchange of an attempt with the engine.
type Effect func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error)

func (e Effect) wrap(exchange roundTripFunc) roundTripFunc {
	return func(r *http.Request) (*http.Response, error) { return e(r, exchange) }
}

// FailBefore fails the attempt without sending it to the engine.
func FailBefore(failure Failure) Effect {
	return func(r *http.Request, _ func(*http.Request) (*http.Response, error)) (*http.Response, error) {
		closeRequestBody(r)
		return failure(r)
	}
}

// FailAfter sends the attempt to the engine and replaces the answer by a failure. The
// write has happened, but the client cannot know.
func FailAfter(failure Failure) Effect {
	return func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
		response, err := exchange(r)
		if err != nil {
			return nil, err
		}
		// Read the body to its end, so that the next attempt can use the connection.
		_, err = io.Copy(io.Discard, response.Body)
		response.Body.Close()
		if err != nil {
			return nil, err
		}
		return failure(r)
	}
}

// Hold sends the attempt to the engine only after the channel is closed. The client
// may give the attempt up before.
func Hold(until <-chan struct{}) Effect {
	return func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
		select {
		case <-until:
			return exchange(r)
		case <-r.Context().Done():
			closeRequestBody(r)
			return nil, r.Context().Err()
		}
	}
}

// HoldAnswer sends the attempt to the engine and returns the answer only after the
// channel is closed. The client may give the attempt up before.
func HoldAnswer(until <-chan struct{}) Effect {
	return func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
		response, err := exchange(r)
		if err != nil {
			return nil, err
		}
		select {
		case <-until:
			return response, nil
		case <-r.Context().Done():
			response.Body.Close()
			return nil, r.Context().Err()
		}
	}
}

// gatherTimeout bounds the time that an attempt waits in Gather. Only calls that are not
// parallel wait so long.
const gatherTimeout = time.Minute

// Gather makes n attempts wait for each other before they are sent, so that parallel
// calls always overlap. An attempt waits at most gatherTimeout, so sequential calls
// do not overlap and count as several RoundTrips. The fault's Times must be n.
func Gather(n int) Effect {
	var mu sync.Mutex
	arrived, complete := 0, make(chan struct{})
	return func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
		mu.Lock()
		if arrived++; arrived == n {
			close(complete)
		}
		mu.Unlock()
		timeout := time.NewTimer(gatherTimeout)
		defer timeout.Stop()
		select {
		case <-complete:
		case <-timeout.C:
		case <-r.Context().Done():
		}
		return exchange(r)
	}
}

func closeRequestBody(r *http.Request) {
	if r.Body != nil {
		r.Body.Close()
	}
}

// Dump returns every item of the table, ordered by key.
func Dump(t testing.TB, table *Table) []map[string]types.AttributeValue {
	t.Helper()
	return DumpWhere(t, table, func(item) bool { return true })
}

// DumpWhere is Dump of the items that the caller accepts.
func DumpWhere(t testing.TB, table *Table, accepts func(map[string]types.AttributeValue) bool,
) []map[string]types.AttributeValue {
	t.Helper()
	var items []item
	if c := copyOf(table.Name); c != nil {
		items = c.read(t, table, accepts)
	} else {
		items = slices.DeleteFunc(scan(t, table), func(it item) bool { return !accepts(it) })
	}
	sortByKey(items)
	return items
}

func sortByKey(items []item) {
	slices.SortFunc(items, func(a, b item) int { return cmp.Compare(rowKey(a), rowKey(b)) })
}

// scan reads every item of the table. Functions may not do that.
func scan(t testing.TB, table *Table) (items []item) {
	t.Helper()
	pages := dynamodb.NewScanPaginator(table.unprobed, &dynamodb.ScanInput{
		TableName: aws.String(table.Name), ConsistentRead: aws.Bool(true),
	})
	for pages.HasMorePages() {
		page, err := pages.NextPage(t.Context())
		if err != nil {
			t.Fatalf("testkit: reading table %s: %v", table.Name, err)
		}
		items = append(items, page.Items...)
	}
	return items
}

// TextOf is the string in a value of an item, "" when there is none.
func TextOf(v types.AttributeValue) string {
	s, _ := v.(*types.AttributeValueMemberS)
	if s == nil {
		return ""
	}
	return s.Value
}
