package edge_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"stint/shared/edge"
	"stint/shared/problem"
	"stint/shared/problem/httpproblem"
)

// fixture is an edge with what it logs.
type fixture struct {
	options edge.Options
	log     bytes.Buffer
}

func newFixture(change func(*edge.Options)) *fixture {
	b := &fixture{}
	now := time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC)
	b.options = edge.Options{
		ErrorsBase: "https://stint.example", Log: slog.New(slog.NewJSONHandler(&b.log, nil)),
		Now: func() time.Time { now = now.Add(1500 * time.Microsecond); return now },
	}
	if change != nil {
		change(&b.options)
	}
	return b
}

// send passes a request through the edge as the gateway's request "gw-1".
func (b *fixture) send(next http.HandlerFunc, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	ctx := edge.WithGatewayInfo(r.Context(), edge.GatewayInfo{RequestID: "gw-1", ClientAddress: "192.0.2.7"})
	edge.Wrap(b.options, next).ServeHTTP(w, r.WithContext(ctx))
	return w
}

func hello(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("hello")) }

func TestCorrelationID(t *testing.T) {
	t.Parallel()
	longest := strings.Repeat("a", 128)
	for _, c := range []struct {
		name string
		sent []string
		want string
	}{
		{"none", nil, "gw-1"},
		{"the request's own", []string{"Az09._-"}, "Az09._-"},
		{"as long as it may be", []string{longest}, longest},
		{"too long", []string{longest + "a"}, "gw-1"},
		{"empty", []string{""}, "gw-1"},
		{"sent twice", []string{"a", "a"}, "gw-1"},
		{"a line break", []string{"a\r\nSet-Cookie: x=1"}, "gw-1"},
		{"a line break at the end", []string{"abc\n"}, "gw-1"},
		{"a blank", []string{"a b"}, "gw-1"},
		{"a comma", []string{"a,b"}, "gw-1"},
		{"beyond ASCII", []string{"ä"}, "gw-1"},
		{"markup", []string{"<b>"}, "gw-1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := httptest.NewRequest("GET", "/", nil)
			r.Header["X-Correlation-Id"] = c.sent
			b := newFixture(nil)
			w := b.send(func(w http.ResponseWriter, r *http.Request) {
				httpproblem.Write(w, "", edge.RequestInfoFrom(r.Context()).CorrelationID, problem.NotFound())
			}, r)
			if got := w.Header().Values("X-Correlation-Id"); len(got) != 1 || got[0] != c.want {
				t.Errorf("header %q, want %q", got, c.want)
			}
			if !strings.Contains(w.Body.String(), `"correlationId":"`+c.want+`"`) ||
				!strings.Contains(b.log.String(), `"correlation_id":"`+c.want+`"`) ||
				!strings.Contains(b.log.String(), `"request_id":"gw-1"`) {
				t.Errorf("want %q and the request's own id in the body and the log\n%s\n%s", c.want, w.Body, b.log.String())
			}
		})
	}
}

// Without a gateway in front an id is made.
func TestCorrelationIDIsNeverMissing(t *testing.T) {
	t.Parallel()
	w := httptest.NewRecorder()
	edge.Wrap(newFixture(nil).options, http.HandlerFunc(hello)).ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	if got := w.Header().Get("X-Correlation-Id"); !regexp.MustCompile(`^[0-9a-f-]{36}$`).MatchString(got) {
		t.Errorf("correlation id %q", got)
	}
}

func TestHeadersOnEveryAnswer(t *testing.T) {
	t.Parallel()
	preflight := httptest.NewRequest("OPTIONS", "/", nil)
	preflight.Header.Set("Access-Control-Request-Method", "POST")
	for _, c := range []struct {
		name    string
		request *http.Request
		next    http.HandlerFunc
	}{
		{"an answer", httptest.NewRequest("GET", "/", nil), hello},
		{"no answer at all", httptest.NewRequest("GET", "/", nil), func(http.ResponseWriter, *http.Request) {}},
		{"a problem", httptest.NewRequest("GET", "/", nil),
			func(w http.ResponseWriter, _ *http.Request) { httpproblem.Write(w, "", "", problem.NotFound()) }},
		{"a panic", httptest.NewRequest("GET", "/", nil), func(http.ResponseWriter, *http.Request) { panic("oh") }},
		{"a preflight", preflight, hello},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newFixture(func(o *edge.Options) { o.Secure = true }).send(c.next, c.request)
			for name, want := range map[string]string{
				"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
				"Content-Security-Policy":   "default-src 'none'; frame-ancestors 'none'",
				"Strict-Transport-Security": "max-age=31536000", "X-Correlation-Id": "gw-1",
			} {
				if got := w.Header().Values(name); len(got) != 1 || got[0] != want {
					t.Errorf("%s: %q, want %q", name, got, want)
				}
			}
		})
	}
}

func TestNoTransportSecurityWithoutHTTPS(t *testing.T) {
	t.Parallel()
	if got := newFixture(nil).send(hello, httptest.NewRequest("GET", "/", nil)).Header().Get(
		"Strict-Transport-Security"); got != "" {
		t.Errorf("%q over http", got)
	}
}

func TestPanicIsAnsweredAndTheProcessLives(t *testing.T) {
	t.Parallel()
	b := newFixture(nil)
	w := b.send(func(w http.ResponseWriter, _ *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "stint_refresh", Value: "secret"})
		w.Header().Set("ETag", `"3"`)
		panic(errors.New("index out of range"))
	}, httptest.NewRequest("GET", "/", nil))
	if w.Code != 500 || w.Header().Get("Content-Type") != "application/problem+json" {
		t.Errorf("%d %s", w.Code, w.Header().Get("Content-Type"))
	}
	want :=
		`{"type":"https://stint.example/errors/internal_error","title":"Internal Server Error","status":500,"detail":"internal_error","correlationId":"gw-1"}`
	if w.Body.String() != want {
		t.Errorf("body %s", w.Body)
	}
	if w.Header().Get("Set-Cookie") != "" || w.Header().Get("ETag") != "" {
		t.Errorf("what the handler began is sent: %v", w.Header())
	}
	for _, part := range []string{`"msg":"panic"`, "index out of range", "edge_test.go", `"status":500`} {
		if !strings.Contains(b.log.String(), part) {
			t.Errorf("the log lacks %s:\n%s", part, b.log.String())
		}
	}
	if again := b.send(hello, httptest.NewRequest("GET", "/", nil)); again.Code != 200 {
		t.Errorf("after the panic: %d", again.Code)
	}
}

// What was sent before a panic cannot be taken back.
func TestPanicAfterTheAnswer(t *testing.T) {
	t.Parallel()
	w := newFixture(nil).send(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusOK)
		panic("late")
	}, httptest.NewRequest("GET", "/", nil))
	if w.Code != 200 || w.Body.Len() != 0 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

func TestOnlyTheFirstStatusCounts(t *testing.T) {
	t.Parallel()
	b := newFixture(nil)
	w := b.send(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusConflict)
		w.WriteHeader(http.StatusOK)
		_, _ = w.Write([]byte("x"))
	}, httptest.NewRequest("GET", "/", nil))
	if w.Code != 409 || !strings.Contains(b.log.String(), `"status":409`) {
		t.Errorf("%d, log %s", w.Code, b.log.String())
	}
}

func TestLogLine(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		err    *problem.Error
		level  string
		status float64
		text   any
	}{
		{"an internal error is logged", problem.Wrap(problem.CodeInternal, errors.New("table gone")), "ERROR", 500,
			"internal_error: table gone"},
		{"a caller's fault is not", problem.InvalidField("email", problem.EmailInvalid), "INFO", 422, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := newFixture(nil)
			b.send(func(w http.ResponseWriter, r *http.Request) {
				note := edge.RequestInfoFrom(r.Context())
				note.Route, note.Err = "invitations.lookup", c.err
				httpproblem.Write(w, "", "", c.err)
			}, httptest.NewRequest("GET", "/api/invitations/secret-token?q=secret-query", nil))
			var line map[string]any
			if err := json.Unmarshal(b.log.Bytes(), &line); err != nil {
				t.Fatalf("want one line: %v\n%s", err, b.log.String())
			}
			if !isHex(line["trace_id"], 32) || !isHex(line["span_id"], 16) {
				t.Errorf("trace %v, span %v", line["trace_id"], line["span_id"])
			}
			delete(line, "trace_id")
			delete(line, "span_id")
			delete(line, "time")
			want := map[string]any{"level": c.level, "msg": "request", "correlation_id": "gw-1", "request_id": "gw-1",
				"route": "invitations.lookup", "method": "GET", "status": c.status, "ms": 1.5, "read_units": 0.0,
				"write_units": 0.0}
			if c.text != nil {
				want["error"] = c.text
			}
			got, _ := json.Marshal(line)
			expected, _ := json.Marshal(want)
			if !bytes.Equal(got, expected) {
				t.Errorf("line\n%s\nwant\n%s", got, expected)
			}
		})
	}
}

// What fails because the caller closed the connection is no error of the service.
func TestACallerWhoHasGoneIsNoError(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	b := newFixture(nil)
	b.send(func(w http.ResponseWriter, r *http.Request) {
		cancel()
		failed := problem.Unavailable(ctx.Err())
		edge.RequestInfoFrom(r.Context()).Err = failed
		httpproblem.Write(w, "", "", failed)
	}, httptest.NewRequestWithContext(ctx, "GET", "/", nil))
	if line := b.log.String(); !strings.Contains(line, `"level":"INFO"`) || !strings.Contains(line, `"status":503`) {
		t.Errorf("log %s", line)
	}
}

func TestDebugLogSaysWhyARequestWasRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err          *problem.Error
		status       int // 0 is the problem's own
		code, reason any
	}{
		{problem.InvalidField("email", problem.EmailInvalid), 0, "validation", "validation email:email_invalid"},
		{problem.Forbidden(problem.RoleInsufficient), 0, "forbidden", "forbidden (role_insufficient)"},
		{problem.Wrap(problem.CodeExternalOAuthError, errors.New("access_denied")), 0, "external_oauth_error",
			"external_oauth_error: access_denied"},
		{problem.New(problem.CodePKCEStateNotFound), http.StatusSeeOther, "pkce_state_not_found", "pkce_state_not_found"},
		{problem.New(problem.CodeInternal), 0, nil, nil}, // the error is logged at every level
	} {
		b := newFixture(nil)
		b.options.Log = slog.New(slog.NewJSONHandler(&b.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
		b.send(func(w http.ResponseWriter, r *http.Request) {
			edge.RequestInfoFrom(r.Context()).Err = c.err
			if c.status != 0 {
				w.WriteHeader(c.status)
				return
			}
			httpproblem.Write(w, "", "", c.err)
		}, httptest.NewRequest("GET", "/api/invitations/secret-token?q=secret-query", nil))
		var line map[string]any
		if err := json.Unmarshal(b.log.Bytes(), &line); err != nil {
			t.Fatalf("want one line: %v\n%s", err, b.log.String())
		}
		if line["code"] != c.code || line["reason"] != c.reason || line["correlation_id"] != "gw-1" ||
			strings.Contains(b.log.String(), "secret") {
			t.Errorf("want code %v and reason %v in\n%s", c.code, c.reason, b.log.String())
		}
	}
}

func TestRequestInfo(t *testing.T) {
	t.Parallel()
	newFixture(nil).send(func(_ http.ResponseWriter, r *http.Request) {
		note := edge.RequestInfoFrom(r.Context())
		if note.ClientAddress != "192.0.2.7" || note.ErrorsBase != "https://stint.example" {
			t.Errorf("note %+v", note)
		}
	}, httptest.NewRequest("GET", "/", nil))
	if note := edge.RequestInfoFrom(t.Context()); *note != (edge.RequestInfo{}) {
		t.Errorf("outside of an edge: %+v", note)
	}
}
