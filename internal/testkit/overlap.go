package testkit

import (
	"encoding/json"
	"io"
	"math/rand/v2"
	"net/http"
	"runtime"
	"slices"
	"sync"
)

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

// tearBesideWrites tears the batch reads of a table during each Race of its test and while a write to the
// table runs. If a write begins during a read, a random number of its last keys is read again. A
// read without such a write is sent unchanged: it has the same answer as a torn one, if all
// clients that write have a probe.
func tearBesideWrites(table string) Effect {
	return func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
		before := writes.of(table)
		if before.running > 0 || races.concern(table) {
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
		return readLastAgain(r, table, body, response, exchange)
	}
}

// readLastAgain joins the items of the first keys as they were in the answer with the items of
// the other keys as they are later. A read of one key has its answer.
func readLastAgain(r *http.Request, table string, body []byte, answer *http.Response,
	exchange roundTripFunc) (*http.Response, error) {
	again, last, err := cutKeys(table, body)
	if err != nil || again == nil {
		return answer, err
	}
	var early, later tornBatch
	if err := decodeBody(answer, &early); err != nil {
		return nil, err
	}
	second, err := tearRead(withBody(r, again), exchange)
	if err != nil || second.StatusCode != http.StatusOK {
		return second, err
	}
	if err := decodeBody(second, &later); err != nil {
		return nil, err
	}
	isLast := func(item json.RawMessage) bool { return last[keyOf(item)] }
	early.Responses[table] = append(slices.DeleteFunc(early.Responses[table], isLast), later.Responses[table]...)
	return early.answer(second)
}

func decodeBody(response *http.Response, into *tornBatch) error {
	defer response.Body.Close()
	return json.NewDecoder(response.Body).Decode(into)
}

// cutKeys cuts the keys of a batch read at random. It returns a batch read of the last ones. It
// is nil if there is only one key.
func cutKeys(table string, body []byte) (again []byte, last map[itemKey]bool, err error) {
	var request tornBatch
	if err := json.Unmarshal(body, &request); err != nil {
		return nil, nil, err
	}
	var keys []json.RawMessage
	if err := json.Unmarshal(request.RequestItems[table]["Keys"], &keys); err != nil || len(keys) < 2 {
		return nil, nil, err
	}
	keys = keys[1+rand.IntN(len(keys)-1):]
	last = map[itemKey]bool{}
	for _, key := range keys {
		last[keyOf(key)] = true
	}
	if request.RequestItems[table]["Keys"], err = json.Marshal(keys); err != nil {
		return nil, nil, err
	}
	again, err = json.Marshal(request)
	return again, last, err
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
