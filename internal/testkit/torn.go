package testkit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
)

// tornBatch is a BatchGetItem, and its answer, on the wire.
type tornBatch struct {
	RequestItems           map[string]map[string]json.RawMessage `json:",omitempty"`
	ReturnConsumedCapacity string                                `json:",omitempty"`
	Responses              map[string][]json.RawMessage          `json:",omitempty"`
	UnprocessedKeys        map[string]map[string]json.RawMessage
	ConsumedCapacity       []map[string]json.RawMessage `json:",omitempty"`
}

// TearBatchRead reads each key of a BatchGetItem by itself, one after the other, and
// joins the answers. DynamoDB's batch read is no snapshot either: it may read each key
// at another moment. between is called before every key but the first, with the number
// of keys that were read.
func TearBatchRead(between func(read int)) Effect {
	return tearBatchRead(between, eachKey, func([][]byte) {})
}

// TearBatchReadBackwards is TearBatchRead in the opposite order of the keys.
func TearBatchReadBackwards(between func(read int)) Effect {
	return tearBatchRead(between, eachKey, slices.Reverse[[][]byte])
}

// CutBatchRead is TearBatchRead at one place at most: choose gets the number of keys, and says how many of them are
// read before between is called. With 0, or all, the read is sent unchanged.
func CutBatchRead(choose func(keys int) int, between func()) Effect {
	return func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
		cut := func(keys []json.RawMessage) [][]json.RawMessage {
			if first := choose(len(keys)); first > 0 && first < len(keys) {
				return [][]json.RawMessage{keys[:first], keys[first:]}
			}
			return [][]json.RawMessage{keys}
		}
		return tearBatchRead(func(int) { between() }, cut, func([][]byte) {})(r, exchange)
	}
}

// eachKey reads each key by itself.
func eachKey(keys []json.RawMessage) [][]json.RawMessage {
	return slices.Collect(slices.Chunk(keys, 1))
}

func tearBatchRead(between func(read int), cut func(keys []json.RawMessage) [][]json.RawMessage,
	order func(parts [][]byte)) Effect {
	return func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
		body, err := io.ReadAll(r.Body)
		closeRequestBody(r)
		if err != nil {
			return nil, err
		}
		parts, err := splitBatchRead(body, cut)
		if err != nil {
			return nil, err
		}
		if len(parts) == 1 {
			return exchange(withBody(r, parts[0]))
		}
		order(parts)
		joined := tornBatch{Responses: map[string][]json.RawMessage{}}
		var last *http.Response
		for i, part := range parts {
			if i > 0 {
				between(i)
			}
			if last, err = exchange(withBody(r, part)); err != nil {
				return nil, err
			}
			if last.StatusCode != http.StatusOK {
				return last, nil
			}
			if err := joined.add(last.Body); err != nil {
				return nil, err
			}
		}
		return joined.answer(last)
	}
}

// answer makes the batch the body of a response.
func (b *tornBatch) answer(response *http.Response) (*http.Response, error) {
	body, err := json.Marshal(b)
	response.Header.Del("X-Amz-Crc32") // it is the checksum of another body
	response.Header.Del("Content-Length")
	response.ContentLength = int64(len(body))
	response.Body = io.NopCloser(bytes.NewReader(body))
	return response, err
}

// splitBatchRead makes a request for each part of the keys.
func splitBatchRead(body []byte, cut func(keys []json.RawMessage) [][]json.RawMessage) (parts [][]byte, err error) {
	var whole tornBatch
	if err := json.Unmarshal(body, &whole); err != nil {
		return nil, err
	}
	for table, request := range whole.RequestItems {
		var keys []json.RawMessage
		if err := json.Unmarshal(request["Keys"], &keys); err != nil {
			return nil, err
		}
		for _, some := range cut(keys) {
			if request["Keys"], err = json.Marshal(some); err != nil {
				return nil, err
			}
			part, err := json.Marshal(tornBatch{
				RequestItems:           map[string]map[string]json.RawMessage{table: request},
				ReturnConsumedCapacity: whole.ReturnConsumedCapacity,
			})
			if err != nil {
				return nil, err
			}
			parts = append(parts, part)
		}
	}
	if len(parts) == 0 {
		return nil, fmt.Errorf("testkit: no batch read: %s", body)
	}
	return parts, nil
}

// add adds the items of one answer.
func (b *tornBatch) add(body io.ReadCloser) error {
	defer body.Close()
	var one tornBatch
	if err := json.NewDecoder(body).Decode(&one); err != nil {
		return err
	}
	b.ConsumedCapacity = append(b.ConsumedCapacity, one.ConsumedCapacity...)
	for table, items := range one.Responses {
		b.Responses[table] = append(b.Responses[table], items...)
	}
	for table, left := range one.UnprocessedKeys {
		return fmt.Errorf("testkit: a key of table %s was not read: %v", table, left)
	}
	return nil
}

func withBody(r *http.Request, body []byte) *http.Request {
	part := r.Clone(r.Context())
	part.Body = io.NopCloser(bytes.NewReader(body))
	part.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	part.ContentLength = int64(len(body))
	part.Header.Del("Content-Length")
	return part
}
