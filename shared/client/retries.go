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

// repetition says when a request may be sent again. It is its own key of a context.
type repetition struct {
	isSafe    bool // also when nobody knows what became of the first one
	bringsIDs bool // of its rows
}

func repetitionOf(request *http.Request) repetition {
	return repetition{isRepeatable(request), bringsIDs(request)}
}

// isRepeatable reports whether a second request has no second effect: it reads, replaces or
// deletes, brings an Idempotency-Key, or brings the ids of its rows. A PATCH may have an
// If-Match, which its own first effect would fail.
func isRepeatable(request *http.Request) bool {
	switch request.Method {
	case http.MethodGet, http.MethodPut, http.MethodDelete:
		return true
	case http.MethodPost:
		return request.Header.Get(keyHeader) != "" || bringsIDs(request)
	}
	return false
}

// bringsIDs reports whether a request has rows that are found again by their ids or names.
func bringsIDs(request *http.Request) bool {
	return strings.HasSuffix(request.URL.Path, ":bulk") || strings.HasSuffix(request.URL.Path, ":upsert")
}

// shouldRetry decides whether a request is sent again. One that was refused with 429 had no
// effect, whatever it is.
func shouldRetry(ctx context.Context, answer *http.Response, err error) (bool, error) {
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	may, _ := ctx.Value(repetition{}).(repetition)
	if err != nil {
		passing, _ := retryablehttp.DefaultRetryPolicy(ctx, nil, err) // no wrong certificate, no wrong address
		_, isAnswer := errors.AsType[*Problem](err)
		return may.isSafe && passing && !isAnswer, nil
	}
	if asksTooMuch(answer.Header) {
		return false, nil
	}
	switch answer.StatusCode {
	case http.StatusTooManyRequests:
		return true, nil
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return may.isSafe, nil
	case http.StatusConflict:
		return may.isSafe && may.isPassing(conflictOf(answer)), nil
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

// isPassing reports whether a conflict passes: a first request with the same key is still running,
// or another request wrote records of a batch at the same moment.
func (may repetition) isPassing(reason string) bool {
	return reason == "request_running" || reason == "write_race" && may.bringsIDs
}

// conflictOf is the reason of a conflict. The body stays readable.
func conflictOf(answer *http.Response) string {
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxProblem))
	if err != nil {
		return ""
	}
	answer.Body = struct {
		io.Reader
		io.Closer
	}{bytes.NewReader(body), answer.Body}
	var document struct{ Reason string }
	_ = json.Unmarshal(body, &document) // what is no problem document has no reason
	return document.Reason
}
