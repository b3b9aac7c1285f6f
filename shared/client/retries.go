package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

// Bounds of the repetition of a request.
const (
	defaultRetries    = 4
	defaultLeastPause = 500 * time.Millisecond
	defaultMostPause  = 8 * time.Second
	maxRetryAfter     = time.Minute // a longer Retry-After is for the caller to decide
)

// repeatable is the key of a context: whether its request may be sent again when nobody knows
// what became of it.
type repeatable struct{}

// isRepeatable reports whether a second request has no second effect: it reads, replaces or
// deletes, brings an Idempotency-Key, or brings the ids of its rows. A PATCH may have an
// If-Match, which its own first effect would fail.
func isRepeatable(request *http.Request) bool {
	switch request.Method {
	case http.MethodGet, http.MethodPut, http.MethodDelete:
		return true
	case http.MethodPost:
		path := request.URL.Path
		return request.Header.Get(keyHeader) != "" || strings.HasSuffix(path, ":bulk") || strings.HasSuffix(path, ":upsert")
	}
	return false
}

// shouldRetry decides whether a request is sent again. One that was refused with 429 had no
// effect, whatever it is.
func shouldRetry(ctx context.Context, answer *http.Response, err error) (bool, error) {
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	again, _ := ctx.Value(repeatable{}).(bool)
	if err != nil {
		passing, _ := retryablehttp.DefaultRetryPolicy(ctx, nil, err) // no wrong certificate, no wrong address
		_, isAnswer := errors.AsType[*Problem](err)
		return again && passing && !isAnswer, nil
	}
	if asksTooMuch(answer.Header) {
		return false, nil
	}
	switch answer.StatusCode {
	case http.StatusTooManyRequests:
		return true, nil
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return again, nil
	case http.StatusConflict:
		return again && isRunning(answer), nil
	}
	return false, nil
}

// asksTooMuch reports whether an answer says to wait longer than the client does, in seconds or
// as a date.
func asksTooMuch(header http.Header) bool {
	after := header.Get("Retry-After")
	if seconds, err := strconv.ParseInt(after, 10, 64); err == nil {
		return seconds > int64(maxRetryAfter/time.Second)
	}
	date, err := http.ParseTime(after)
	return err == nil && time.Until(date) > maxRetryAfter
}

// isRunning reports whether a first request with the same key is still running. The body stays
// readable.
func isRunning(answer *http.Response) bool {
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxProblem))
	if err != nil {
		return false
	}
	answer.Body = struct {
		io.Reader
		io.Closer
	}{bytes.NewReader(body), answer.Body}
	var document struct{ Reason string }
	return json.Unmarshal(body, &document) == nil && document.Reason == "request_running"
}
