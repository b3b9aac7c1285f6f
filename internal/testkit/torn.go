package testkit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
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
func TearBatchRead(between func(read int)) Effect { return tearBatchRead(between, func([][]byte) {}) }

// TearBatchReadBackwards is TearBatchRead in the opposite order of the keys.
func TearBatchReadBackwards(between func(read int)) Effect {
	return tearBatchRead(between, slices.Reverse[[][]byte])
}

func tearBatchRead(between func(read int), order func(parts [][]byte)) Effect {
	return func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
		body, err := io.ReadAll(r.Body)
		closeRequestBody(r)
		if err != nil {
			return nil, err
		}
		parts, err := splitBatchRead(body)
		if err != nil {
			return nil, err
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

// splitBatchRead makes a request for each key.
func splitBatchRead(body []byte) (parts [][]byte, err error) {
	var whole tornBatch
	if err := json.Unmarshal(body, &whole); err != nil {
		return nil, err
	}
	for table, request := range whole.RequestItems {
		var keys []json.RawMessage
		if err := json.Unmarshal(request["Keys"], &keys); err != nil {
			return nil, err
		}
		for _, key := range keys {
			request["Keys"] = json.RawMessage("[" + string(key) + "]")
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

// OnIndexes selects the queries of the given indexes.
func OnIndexes(names ...string) func(Attempt) bool {
	return func(a Attempt) bool { return slices.Contains(names, indexOf(a.Input)) }
}

// EmptyIndex answers a query of an index as if nothing had reached the index yet. A
// global index of DynamoDB lags behind its table; this one never catches up.
func EmptyIndex(r *http.Request, _ func(*http.Request) (*http.Response, error)) (*http.Response, error) {
	return newEmptyAnswer(r, "")
}

// newEmptyAnswer is the answer to a query that finds nothing, with more properties.
func newEmptyAnswer(r *http.Request, more string) (*http.Response, error) {
	closeRequestBody(r)
	return &http.Response{
		StatusCode: http.StatusOK, Request: r, Header: http.Header{"Content-Type": {"application/x-amz-json-1.0"}},
		Body: io.NopCloser(strings.NewReader(`{"Count":0,"Items":[],"ScannedCount":0` + more + `}`)),
	}, nil
}

// LateIndex answers a query of an index without the rows whose string attribute is from or
// greater, as if they had not reached the index yet. from is called for each query.
func LateIndex(attribute string, from func() string) Effect {
	return func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
		response, err := exchange(r)
		if err != nil || response.StatusCode != http.StatusOK {
			return response, err
		}
		defer response.Body.Close()
		var answer map[string]json.RawMessage
		if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
			return nil, err
		}
		var rows []map[string]map[string]any
		if err := json.Unmarshal(answer["Items"], &rows); err != nil {
			return nil, err
		}
		first := from()
		rows = slices.DeleteFunc(rows, func(row map[string]map[string]any) bool {
			value, _ := row[attribute]["S"].(string)
			return value >= first
		})
		answer["Items"], _ = json.Marshal(rows)      // they were decoded
		answer["Count"], _ = json.Marshal(len(rows)) // never fails
		body, err := json.Marshal(answer)
		return &http.Response{
			StatusCode: http.StatusOK, Request: r, Header: http.Header{"Content-Type": {"application/x-amz-json-1.0"}},
			Body: io.NopCloser(bytes.NewReader(body)),
		}, err
	}
}
