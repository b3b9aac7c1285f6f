package testkit

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// races is the number of Race that run in this process.
var races atomic.Int32

// writes counts the writes that probes saw.
var writes = writeCounter{tables: map[string]tableWrites{}}

type writeCounter struct {
	mu     sync.Mutex
	tables map[string]tableWrites
}

type tableWrites struct{ begun, running int }

func (w *writeCounter) of(table string) tableWrites {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.tables[table]
}

// begin counts a write until it ends.
func (w *writeCounter) begin(table string) (end func()) {
	w.change(table, 1, 1)
	return func() { w.change(table, 0, -1) }
}

func (w *writeCounter) change(table string, begun, running int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	c := w.tables[table]
	w.tables[table] = tableWrites{begun: c.begun + begun, running: c.running + running}
}

// tearRead is the effect of every batch read that runs beside writes, so that no test passes
// only because the embedded engine's batch reads are snapshots. Other goroutines may run
// between two keys.
var tearRead = TearBatchRead(func(int) { runtime.Gosched() })

// tearBesideWrites tears the batch reads of a table during each Race and while a write to the
// table runs. If a write begins during a read, all keys but the first are read again. A read
// without such a write is sent unchanged: it has the same answer as a torn one.
func tearBesideWrites(table string) Effect {
	return func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
		before := writes.of(table)
		if races.Load() > 0 || before.running > 0 {
			return tearRead(r, exchange)
		}
		body, err := io.ReadAll(r.Body)
		closeRequestBody(r)
		if err != nil {
			return nil, err
		}
		response, err := exchange(withBody(r, body))
		if err != nil || response.StatusCode != http.StatusOK || writes.of(table).begun == before.begun {
			return response, err
		}
		return readRestAgain(r, table, body, response, exchange)
	}
}

// readRestAgain joins the item of the first key as it was in the answer with the items of the
// other keys as they are later. A read of one key has its answer.
func readRestAgain(r *http.Request, table string, body []byte, answer *http.Response, exchange roundTripFunc) (*http.Response, error) {
	first, rest, err := cutFirstKey(table, body)
	if err != nil || rest == nil {
		return answer, err
	}
	var early, later tornBatch
	if err := decodeBody(answer, &early); err != nil {
		return nil, err
	}
	second, err := tearRead(withBody(r, rest), exchange)
	if err != nil || second.StatusCode != http.StatusOK {
		return second, err
	}
	if err := decodeBody(second, &later); err != nil {
		return nil, err
	}
	isLater := func(item json.RawMessage) bool { return keyOf(item) != first }
	items := append(slices.DeleteFunc(early.Responses[table], isLater), later.Responses[table]...)
	early.Responses = map[string][]json.RawMessage{table: items}
	joined, err := json.Marshal(early)
	second.Body, second.ContentLength = io.NopCloser(bytes.NewReader(joined)), int64(len(joined))
	return second, err
}

func decodeBody(response *http.Response, into *tornBatch) error {
	defer response.Body.Close()
	return json.NewDecoder(response.Body).Decode(into)
}

// cutFirstKey returns the first key of a batch read, and the batch read of the other keys. It
// is nil if there are none.
func cutFirstKey(table string, body []byte) (first itemKey, rest []byte, err error) {
	var request tornBatch
	if err := json.Unmarshal(body, &request); err != nil {
		return first, nil, err
	}
	var keys []json.RawMessage
	if err := json.Unmarshal(request.RequestItems[table]["Keys"], &keys); err != nil {
		return first, nil, err
	}
	if len(keys) < 2 {
		return first, nil, nil
	}
	if request.RequestItems[table]["Keys"], err = json.Marshal(keys[1:]); err != nil {
		return first, nil, err
	}
	rest, err = json.Marshal(request)
	return keyOf(keys[0]), rest, err
}

// itemKey is the key of an item on the wire.
type itemKey struct {
	PK struct{ S string } `json:"pk"`
	SK struct{ S string } `json:"sk"`
}

func keyOf(item json.RawMessage) (key itemKey) {
	_ = json.Unmarshal(item, &key) // the engine's answer and the request are JSON
	return key
}
