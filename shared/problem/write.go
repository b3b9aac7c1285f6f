package problem

import (
	"bytes"
	"encoding/json"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// ContentType is the media type of every error answer.
const ContentType = "application/problem+json"

// document is the body of an error answer; exactly these properties.
type document struct {
	Type          string  `json:"type"`
	Title         string  `json:"title"`
	Status        int     `json:"status"`
	Detail        string  `json:"detail"`
	CorrelationID string  `json:"correlationId"`
	Errors        []Field `json:"errors,omitempty"`
}

// Status is the HTTP status of the error's code; 500 for a code outside the catalogue.
func (e *Error) Status() int {
	if entry, ok := Lookup(e.Code); ok {
		return entry.Status
	}
	return http.StatusInternalServerError
}

// Body renders the problem document. The base is the address the type URIs
// hang under, without a trailing slash.
func (e *Error) Body(base, correlationID string) []byte {
	doc := document{
		Type:          TypeURI(base, e.Code),
		Title:         http.StatusText(e.Status()),
		Status:        e.Status(),
		Detail:        e.Detail,
		CorrelationID: correlationID,
		Errors:        e.Fields,
	}
	if doc.Detail == "" {
		doc.Detail = string(e.Code)
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(doc) // strings and integers only: cannot fail
	return bytes.TrimRight(out.Bytes(), "\n")
}

// TypeURI is the stable address that names a code.
func TypeURI(base string, code Code) string { return base + "/errors/" + string(code) }

// Write sends the problem as the answer, with the headers its code calls for.
func Write(w http.ResponseWriter, base, correlationID string, e *Error) {
	w.Header().Set("Content-Type", ContentType)
	e.SetHeaders(w.Header())
	w.WriteHeader(e.Status())
	_, _ = w.Write(e.Body(base, correlationID))
}

// SetHeaders sets what the code calls for beside a status: WWW-Authenticate,
// Retry-After, Allow.
func (e *Error) SetHeaders(h http.Header) {
	if e.Code == CodeUnauthorized {
		h.Set("WWW-Authenticate", "Bearer")
	}
	if after := e.retryAfter(); after > 0 {
		h.Set("Retry-After", strconv.Itoa(wholeSeconds(after)))
	}
	if len(e.Allow) > 0 {
		h.Set("Allow", strings.Join(e.Allow, ", "))
	}
}

// retryAfter is how long the caller should wait: at least a second where the code
// promises a Retry-After, 0 where there is nothing to wait for.
func (e *Error) retryAfter() time.Duration {
	switch e.Code {
	case CodeRateLimited, CodeServiceUnavailable, CodeCalendarProviderThrottled:
		return max(e.RetryAfter, time.Second)
	}
	return e.RetryAfter
}

func wholeSeconds(d time.Duration) int { return int(math.Ceil(d.Seconds())) }
