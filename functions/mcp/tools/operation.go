package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// Operations runs operations of the public API for the caller of a request.
type Operations interface {
	// Run runs one operation. A problem is a response. Errors: the operation could not be asked.
	Run(ctx context.Context, r Request) (Response, error)
}

// Request asks an operation.
type Request struct {
	Operation      string   // the id of the route
	IDs            []string // the parameters of the path, in order
	Query          url.Values
	Body           any    // encoded as JSON; nil is none
	IdempotencyKey string // "" is none
	Version        int64  // that the record must have; 0 is any
}

// Path fills the parameters of a route's path, and adds the query.
func (r Request) Path(pattern string) string {
	parts, next := strings.Split(pattern, "/"), 0
	for i, part := range parts {
		if strings.HasPrefix(part, "{") && next < len(r.IDs) {
			parts[i], next = url.PathEscape(r.IDs[next]), next+1
		}
	}
	path := strings.Join(parts, "/")
	if len(r.Query) > 0 {
		path += "?" + r.Query.Encode()
	}
	return path
}

// Header are the headers of the request that do not depend on the caller.
func (r Request) Header() http.Header {
	all := http.Header{"Prefer": {"handling=strict"}}
	if r.Body != nil {
		all.Set("Content-Type", "application/json")
	}
	if r.IdempotencyKey != "" {
		all.Set("Idempotency-Key", r.IdempotencyKey)
	}
	if r.Version > 0 {
		all.Set("If-Match", fmt.Sprintf("%q", fmt.Sprint(r.Version)))
	}
	return all
}

// Response is what an operation answered.
type Response struct {
	Status int
	Body   []byte
}

// run runs an operation and decodes its answer. Errors: a failure with the problem of the operation.
func run[T any](c *call, r Request) (T, error) {
	var out T
	answer, err := c.Operations.Run(c.Context, r)
	if err != nil {
		return out, err
	}
	if answer.Status >= http.StatusBadRequest {
		return out, newFailure(answer.Body)
	}
	return out, json.Unmarshal(answer.Body, &out)
}

// dryRun asks an operation to check everything and to write nothing. So a preview promises what the operation does.
func dryRunQuery() url.Values { return url.Values{"dryRun": {"true"}} }
