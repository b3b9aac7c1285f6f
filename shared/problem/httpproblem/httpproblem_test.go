package httpproblem_test

import (
	"encoding/json"
	"errors"
	"net/http/httptest"
	"testing"
	"time"

	"stint/shared/problem"
	"stint/shared/problem/httpproblem"
)

const base = "https://stint.example/live"

func TestBody(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		err  *problem.Error
		want string
	}{
		{
			"the detail is the code unless there is more to say", problem.NotFound(),
			`{"type":"https://stint.example/live/errors/not_found","title":"Not Found","status":404,"detail":"not_found","correlationId":"c-1"}`,
		},
		{
			"a detail", problem.Forbidden(problem.AnalystReadOnly),
			`{"type":"https://stint.example/live/errors/forbidden","title":"Forbidden","status":403,"detail":"analyst_read_only","correlationId":"c-1","reason":"analyst_read_only"}`,
		},
		{
			"a 403 without a detail of its own, as the gateway makes it", problem.New(problem.CodeForbidden),
			`{"type":"https://stint.example/live/errors/forbidden","title":"Forbidden","status":403,"detail":"forbidden","correlationId":"c-1","reason":"forbidden"}`,
		},
		{
			"fields, in the order given",
			problem.Invalid(
				problem.Field{Field: "items[1].id", Code: problem.DuplicateEntryID, Message: "appears twice",
					In: problem.InBody},
				problem.Field{Field: "", Code: problem.Required, Message: "is required", In: problem.InBody},
			),
			`{"type":"https://stint.example/live/errors/validation","title":"Unprocessable Entity","status":422,"detail":"validation","correlationId":"c-1",` +
				`"errors":[{"field":"items[1].id","code":"duplicate_entry_id","message":"appears twice","in":"body"},{"field":"","code":"required","message":"is required","in":"body"}]}`,
		},
		{
			"nothing is escaped for HTML", problem.Conflict(problem.InUse, "a < b & c"),
			`{"type":"https://stint.example/live/errors/conflict","title":"Conflict","status":409,"detail":"a < b & c","correlationId":"c-1","reason":"in_use"}`,
		},
		{
			"the cause stays inside", problem.Wrap(problem.CodeInternal, errors.New("dynamodb: table stint")),
			`{"type":"https://stint.example/live/errors/internal_error","title":"Internal Server Error","status":500,"detail":"internal_error","correlationId":"c-1"}`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := string(httpproblem.Body(c.err, base, "c-1")); got != c.want {
				t.Errorf("body\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestWrite(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, header, want string
		err                *problem.Error
	}{
		{"unauthorized asks for a bearer", "WWW-Authenticate", "Bearer", problem.New(problem.CodeUnauthorized)},
		{"others do not", "WWW-Authenticate", "", problem.NotFound()},
		{"Retry-After in seconds", "Retry-After", "7", problem.RateLimited(7 * time.Second)},
		{"Retry-After rounds up", "Retry-After", "2", problem.RateLimited(time.Second + time.Millisecond)},
		{"Retry-After is at least a second", "Retry-After", "1", problem.RateLimited(time.Nanosecond)},
		{"no Retry-After where waiting does not help", "Retry-After", "", problem.New(problem.CodeCalendarTokenRevoked)},
		{"unavailable says when to come back", "Retry-After", "1", problem.Unavailable(nil)},
		{"Allow", "Allow", "GET, POST", &problem.Error{Code: problem.CodeMethodNotAllowed, Allow: []string{"GET", "POST"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := httptest.NewRecorder()
			httpproblem.Write(w, base, "c-1", c.err)
			if got := w.Header().Get(c.header); got != c.want {
				t.Errorf("%s: %q, want %q", c.header, got, c.want)
			}
			if got := w.Header().Get("Content-Type"); got != "application/problem+json" {
				t.Errorf("content type %q", got)
			}
			if w.Code != c.err.Status() || !json.Valid(w.Body.Bytes()) {
				t.Errorf("status %d, body %s", w.Code, w.Body)
			}
		})
	}
}

// Where a code promises a Retry-After, the header is sent however the problem
// was made.
func TestRetryAfterIsAlwaysSent(t *testing.T) {
	t.Parallel()
	for _, code := range []problem.Code{problem.CodeRateLimited, problem.CodeServiceUnavailable,
		problem.CodeCalendarProviderThrottled} {
		for _, after := range []time.Duration{0, -time.Second, time.Millisecond} {
			w := httptest.NewRecorder()
			httpproblem.Write(w, base, "c-1", &problem.Error{Code: code, RetryAfter: after})
			if got := w.Header().Get("Retry-After"); got != "1" {
				t.Errorf("%s with %v: Retry-After %q, want 1", code, after, got)
			}
		}
	}
}
