// Package httpproblem writes problems as HTTP responses: the RFC 7807 document
// and the headers that belong to its code.
package httpproblem

import (
	"bytes"
	"encoding/json"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"stint/shared/problem"
)

// ContentType is the media type of every error response.
const ContentType = "application/problem+json"

// document is the body of an error response, with exactly these properties.
type document struct {
	Type          string          `json:"type"`
	Title         string          `json:"title"`
	Status        int             `json:"status"`
	Detail        string          `json:"detail"`
	CorrelationID string          `json:"correlationId"`
	Errors        []problem.Field `json:"errors,omitempty"`
	Reason        string          `json:"reason,omitempty"`
}

// Body renders the problem document. The base is the address that the type URIs
// start with, without a trailing slash.
func Body(e *problem.Error, base, correlationID string) []byte {
	doc := document{
		Type:          typeURI(base, e.Code),
		Title:         http.StatusText(e.Status()),
		Status:        e.Status(),
		Detail:        e.Detail,
		CorrelationID: correlationID,
		Errors:        e.Fields,
	}
	if doc.Detail == "" {
		doc.Detail = string(e.Code)
	}
	switch e.Code {
	case problem.CodeConflict:
		doc.Reason = string(e.Reason)
	case problem.CodeForbidden:
		doc.Reason = doc.Detail
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(doc) // strings and integers only: cannot fail
	return bytes.TrimRight(out.Bytes(), "\n")
}

// typeURI is the stable address that names a code.
func typeURI(base string, code problem.Code) string { return base + "/errors/" + string(code) }

// Write sends the problem as the response, with the headers of its code.
func Write(w http.ResponseWriter, base, correlationID string, e *problem.Error) {
	w.Header().Set("Content-Type", ContentType)
	SetHeaders(w.Header(), e)
	w.WriteHeader(e.Status())
	_, _ = w.Write(Body(e, base, correlationID))
}

// SetHeaders sets the headers that belong to the problem's code:
// WWW-Authenticate, Retry-After and Allow. It keeps a challenge that says more.
func SetHeaders(h http.Header, e *problem.Error) {
	if e.Code == problem.CodeUnauthorized && h.Get("WWW-Authenticate") == "" {
		h.Set("WWW-Authenticate", "Bearer")
	}
	if after := retryAfter(e); after > 0 {
		h.Set("Retry-After", strconv.Itoa(wholeSeconds(after)))
	}
	if len(e.Allow) > 0 {
		h.Set("Allow", strings.Join(e.Allow, ", "))
	}
}

// retryAfter is how long the caller should wait: at least a second where the
// code promises a Retry-After, 0 where waiting does not help.
func retryAfter(e *problem.Error) time.Duration {
	if PromisesRetryAfter(e.Code) {
		return max(e.RetryAfter, time.Second)
	}
	return e.RetryAfter
}

// PromisesRetryAfter reports whether every problem with a code has Retry-After.
func PromisesRetryAfter(code problem.Code) bool {
	switch code {
	case problem.CodeRateLimited, problem.CodeServiceUnavailable, problem.CodeCalendarProviderThrottled:
		return true
	}
	return false
}

func wholeSeconds(d time.Duration) int { return int(math.Ceil(d.Seconds())) }
