package testkit

import (
	"io"
	"net/http"
	"slices"
	"strings"
)

// OnIndexes selects the queries of the given indexes.
func OnIndexes(names ...string) func(Attempt) bool {
	return func(a Attempt) bool { return slices.Contains(names, indexOf(a.Input)) }
}

// EmptyIndex answers a query of an index as if nothing had reached the index yet. A
// global index of DynamoDB lags behind its table; this one never catches up.
func EmptyIndex(r *http.Request, _ func(*http.Request) (*http.Response, error)) (*http.Response, error) {
	closeRequestBody(r)
	return &http.Response{
		StatusCode: http.StatusOK, Request: r, Header: http.Header{"Content-Type": {"application/x-amz-json-1.0"}},
		Body: io.NopCloser(strings.NewReader(`{"Count":0,"Items":[],"ScannedCount":0}`)),
	}, nil
}
