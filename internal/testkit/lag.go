package testkit

import (
	"encoding/json"
	"net/http"
	"slices"
)

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
	return newAnswer(r, http.StatusOK, []byte(`{"Count":0,"Items":[],"ScannedCount":0`+more+`}`)), nil
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
		return newAnswer(r, http.StatusOK, body), err
	}
}
