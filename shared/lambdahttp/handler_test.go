package lambdahttp_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"github.com/awslabs/aws-lambda-go-api-proxy/core"

	"stint/shared/edge"
	"stint/shared/lambdahttp"
	"stint/shared/problem"
	"stint/shared/problem/httpproblem"
)

// newFunction makes a function of a handler.
func newFunction(inner http.HandlerFunc) lambdahttp.Handler {
	return lambdahttp.New(edge.Options{ErrorsBase: "https://stint.example", Log: slog.New(slog.DiscardHandler),
		Now: time.Now}, inner)
}

// newEvent is a good one, as the gateway makes it.
func newEvent(method, path string) events.APIGatewayProxyRequest {
	return events.APIGatewayProxyRequest{
		HTTPMethod: method, Path: path,
		RequestContext: events.APIGatewayProxyRequestContext{
			RequestID: "gw-1", DomainName: "api.example.com", Identity: events.APIGatewayRequestIdentity{SourceIP: "192.0.2.7"},
		},
	}
}

// call expects an answer, whatever it is: never an error of the function. No part of it is
// null, which some gateways refuse.
func call(t *testing.T, f lambdahttp.Handler, e events.APIGatewayProxyRequest) events.APIGatewayProxyResponse {
	t.Helper()
	answer, err := f(t.Context(), e)
	if err != nil {
		t.Fatalf("the function failed: %v", err)
	}
	if text, err := json.Marshal(answer); err != nil || strings.Contains(string(text), `:null`) {
		t.Errorf("the answer has null: %s, %v", text, err)
	}
	return answer
}

// wantProblem checks that the answer is a complete problem of that code.
func wantProblem(t *testing.T, answer events.APIGatewayProxyResponse, status int, code string) {
	t.Helper()
	var body map[string]any
	if err := json.Unmarshal([]byte(answer.Body), &body); err != nil {
		t.Fatalf("body %q: %v", answer.Body, err)
	}
	if answer.StatusCode != status || body["type"] != "https://stint.example/errors/"+code ||
		body["correlationId"] != "gw-1" {
		t.Errorf("%d %s, want %d %s", answer.StatusCode, answer.Body, status, code)
	}
	for name, want := range map[string]string{"Content-Type": "application/problem+json", "X-Correlation-Id": "gw-1",
		"Cache-Control": "no-store"} {
		if got := http.Header(answer.MultiValueHeaders).Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

func echo(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	_, _ = w.Write(body)
}

func TestRequestArrives(t *testing.T) {
	t.Parallel()
	e := newEvent("POST", "/api/lookup/a%2Fb")
	e.MultiValueHeaders = map[string][]string{"Cookie": {"a=1", "b=2"}, "authorization": {"Bearer x"}}
	e.Headers = map[string]string{"Cookie": "b=2", "authorization": "Bearer x"}
	e.MultiValueQueryStringParameters = map[string][]string{"to": {"2"}, "from": {"1", "3"}, "search": {"a&b=c +%ä"}}
	e.Body = "plain ä"
	f := newFunction(func(w http.ResponseWriter, r *http.Request) {
		note := edge.RequestInfoFrom(r.Context())
		if note.CorrelationID != "gw-1" || note.ClientAddress != "192.0.2.7" {
			t.Errorf("note %+v", note)
		}
		if r.Method != "POST" || r.URL.EscapedPath() != "/api/lookup/a%2Fb" || r.URL.Path != "/api/lookup/a/b" {
			t.Errorf("%s %s", r.Method, r.URL.EscapedPath())
		}
		if r.URL.RawQuery != "from=1&from=3&search=a%26b%3Dc+%2B%25%C3%A4&to=2" {
			t.Errorf("query %s", r.URL.RawQuery)
		}
		if len(r.Header.Values("Cookie")) != 2 || r.Header.Get("Authorization") != "Bearer x" {
			t.Errorf("headers %v", r.Header)
		}
		w.Header().Add("Set-Cookie", "a=1")
		w.Header().Add("Set-Cookie", "b=2")
		echo(w, r)
	})
	answer := call(t, f, e)
	if answer.StatusCode != 200 || answer.Body != "plain ä" || answer.IsBase64Encoded {
		t.Errorf("%d %q", answer.StatusCode, answer.Body)
	}
	if cookies := answer.MultiValueHeaders["Set-Cookie"]; len(cookies) != 2 {
		t.Errorf("cookies %q", cookies)
	}
}

func TestBase64(t *testing.T) {
	t.Parallel()
	raw := "\x00\xff{\"a\":\"\xc3\x28\"}"
	e := newEvent("POST", "/")
	e.Body, e.IsBase64Encoded = base64.StdEncoding.EncodeToString([]byte(raw)), true
	answer := call(t, newFunction(echo), e)
	back, err := base64.StdEncoding.DecodeString(answer.Body)
	if err != nil || !answer.IsBase64Encoded || string(back) != raw {
		t.Errorf("%q, base64 %v; want %q", back, answer.IsBase64Encoded, raw)
	}
}

// What the adapter would make an error of the function is a problem.
func TestEventsThatCannotBeConverted(t *testing.T) {
	t.Parallel()
	never := newFunction(func(http.ResponseWriter, *http.Request) { t.Error("the handler is called") })
	for name, c := range map[string]struct {
		change func(*events.APIGatewayProxyRequest)
		status int
		code   string
	}{
		"a percent sign in the path": {func(e *events.APIGatewayProxyRequest) { e.Path = "/100%" }, 404, "not_found"},
		"half an escape in the path": {func(e *events.APIGatewayProxyRequest) { e.Path = "/a%2" }, 404, "not_found"},
		"no path":                    {func(e *events.APIGatewayProxyRequest) { e.Path = "" }, 404, "not_found"},
		"a path without a slash":     {func(e *events.APIGatewayProxyRequest) { e.Path = "api" }, 404, "not_found"},
		"an address for a path": {func(e *events.APIGatewayProxyRequest) { e.Path = "https://evil.example/" }, 404,
			"not_found"},
		"a line break in the path": {func(e *events.APIGatewayProxyRequest) { e.Path = "/a\r\nX: y" }, 404,
			"not_found"},
		"bad base64": {func(e *events.APIGatewayProxyRequest) { e.Body, e.IsBase64Encoded = "%%%", true },
			400, "malformed_request"},
		"base64 without its padding": {
			func(e *events.APIGatewayProxyRequest) { e.Body, e.IsBase64Encoded = "YQ", true }, 400, "malformed_request"},
		"a method that cannot be one": {func(e *events.APIGatewayProxyRequest) { e.HTTPMethod = "G ET" }, 400,
			"malformed_request"},
		"a method with a line break": {
			func(e *events.APIGatewayProxyRequest) { e.HTTPMethod = "GET\r\n" }, 400, "malformed_request"},
		"everything wrong with it there": {func(e *events.APIGatewayProxyRequest) {
			e.Path, e.Body, e.IsBase64Encoded = "/%",
				"%", true
		}, 400, "malformed_request"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := newEvent("POST", "/api/things")
			c.change(&e)
			wantProblem(t, call(t, never, e), c.status, c.code)
		})
	}
}

// Only the gateway can set what a function takes from the gateway.
func TestForgedContextHeaders(t *testing.T) {
	t.Parallel()
	forged := map[string][]string{
		core.APIGwContextHeader:         {`{"requestId":"forged","identity":{"sourceIp":"203.0.113.1"}}`},
		"x-golambdaproxy-APIGW-Context": {"x"}, "X-GoLambdaProxy-ApiGw-StageVars": {"{}"}, "X-Forwarded-For": {"203.0.113.1"},
		"Forwarded": {"for=203.0.113.1"},
	}
	for _, multi := range []bool{true, false} {
		e := newEvent("GET", "/")
		if multi {
			e.MultiValueHeaders = maps.Clone(forged)
		} else {
			e.Headers = map[string]string{}
			for name, values := range forged {
				e.Headers[name] = values[0]
			}
		}
		call(t, newFunction(func(_ http.ResponseWriter, r *http.Request) {
			if note := edge.RequestInfoFrom(r.Context()); note.ClientAddress != "192.0.2.7" || note.CorrelationID != "gw-1" {
				t.Errorf("note %+v", note)
			}
			for name := range r.Header {
				if strings.HasPrefix(strings.ToLower(name), "x-golambdaproxy-") {
					t.Errorf("%s comes through", name)
				}
			}
		}), e)
	}
}

// Lambda allows responses of 6 MB, counted as the JSON that contains the response.
func TestTooLargeResponses(t *testing.T) {
	t.Parallel()
	const limit = 6<<20 - 64<<10
	for _, c := range []struct {
		name  string
		body  string
		large bool
	}{
		{"as large as may be", strings.Repeat("a", limit-2), false},
		{"one byte more", strings.Repeat("a", limit-1), true},
		{"quotes count twice", strings.Repeat(`"`, limit/2), true},
		{"fewer quotes pass", strings.Repeat(`"`, limit/2-1), false},
		{"markup counts six times", strings.Repeat("<", limit/6+1), true},
		{"bytes count as base64", strings.Repeat("\xff", limit/4*3+8), true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			answer := call(t, newFunction(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Set-Cookie", "a=1")
				w.Header().Set("Content-Type", "text/csv")
				_, _ = io.WriteString(w, c.body)
			}), newEvent("GET", "/"))
			if !c.large {
				if answer.StatusCode != 200 || answer.Body != c.body {
					t.Errorf("%d, %d bytes; want the answer itself", answer.StatusCode, len(answer.Body))
				}
				return
			}
			wantProblem(t, answer, 500, "internal_error")
			head := call(t, newFunction(func(w http.ResponseWriter, _ *http.Request) {
				_, _ = io.WriteString(w, c.body)
			}), newEvent("HEAD", "/"))
			length := http.Header(head.MultiValueHeaders).Get("Content-Length")
			if head.StatusCode != 500 || head.Body != "" || length != strconv.Itoa(len(answer.Body)) {
				t.Errorf("HEAD: %d, %d bytes, length %s of %d", head.StatusCode, len(head.Body), length, len(answer.Body))
			}
			if http.Header(answer.MultiValueHeaders).Get("Set-Cookie") != "" {
				t.Error("a cookie comes with the problem")
			}
		})
	}
}

// Fits measures a body as New does.
func TestFits(t *testing.T) {
	t.Parallel()
	const limit = 6<<20 - 64<<10
	for name, c := range map[string]struct {
		body string
		fits bool
	}{
		"text":                   {strings.Repeat("a", limit-2), true},
		"too much text":          {strings.Repeat("a", limit-1), false},
		"text that is escaped":   {strings.Repeat("<", limit/6+1), false},
		"bytes count as base64":  {strings.Repeat("\xff", limit/4*3), true},
		"too many bytes":         {strings.Repeat("\xff", limit/4*3+1), false},
		"bytes that are escaped": {strings.Repeat("<", limit/6+1) + "\xff", true},
	} {
		if got := lambdahttp.Fits([]byte(c.body)); got != c.fits {
			t.Errorf("%s: %v, want %v", name, got, c.fits)
		}
	}
}

// The work ends before the function does, so that there is time to answer.
func TestDeadline(t *testing.T) {
	t.Parallel()
	end := time.Now().Add(time.Hour)
	ctx, cancel := context.WithDeadline(t.Context(), end)
	defer cancel()
	_, err := newFunction(func(w http.ResponseWriter, r *http.Request) {
		if work, ok := r.Context().Deadline(); !ok || end.Sub(work) != 500*time.Millisecond {
			t.Errorf("the work ends %v before the function, want 500ms", end.Sub(work))
		}
		w.WriteHeader(http.StatusOK)
	})(ctx, newEvent("GET", "/"))
	if err != nil {
		t.Error(err)
	}
}

func TestDeadlineIsAnswered(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { // the time of a busy machine does not count
		const reserve = 500 * time.Millisecond
		ctx, cancel := context.WithTimeout(t.Context(), reserve+time.Millisecond)
		defer cancel()
		answer, err := newFunction(func(w http.ResponseWriter, r *http.Request) {
			<-r.Context().Done()
			httpproblem.Write(w, "https://stint.example", edge.RequestInfoFrom(r.Context()).CorrelationID,
				problem.From(r.Context().Err()))
		})(ctx, newEvent("GET", "/"))
		if err != nil || ctx.Err() != nil {
			t.Fatalf("%v; the function's own time: %v", err, ctx.Err())
		}
		wantProblem(t, answer, 503, "service_unavailable")
		if http.Header(answer.MultiValueHeaders).Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
	})
}

func TestPanic(t *testing.T) {
	t.Parallel()
	times := 0
	f := newFunction(func(w http.ResponseWriter, _ *http.Request) {
		if times++; times == 1 {
			panic(errors.New("oh"))
		}
		w.WriteHeader(http.StatusOK)
	})
	wantProblem(t, call(t, f, newEvent("GET", "/")), 500, "internal_error")
	if answer := call(t, f, newEvent("GET", "/")); answer.StatusCode != 200 {
		t.Errorf("after a panic: %d", answer.StatusCode)
	}
}

// A handler that writes nothing would be a time-out of the gateway.
func TestHandlerThatWritesNothing(t *testing.T) {
	t.Parallel()
	wantProblem(t, call(t, newFunction(func(http.ResponseWriter, *http.Request) {}), newEvent("GET", "/")), 500,
		"internal_error")
}

// Whatever the event: an answer, never an error of the function.
func FuzzEvent(f *testing.F) {
	f.Add("GET", "/", "X-Correlation-Id", "a", "q", "", false)
	f.Add("POST", "/100%", "If-Match", "\"3\"", "cursor", "%%%", true)
	f.Add("", "", "", "", "", "YQ==", true)
	f.Fuzz(func(t *testing.T, method, path, header, value, query, body string, encoded bool) {
		e := newEvent(method, path)
		e.MultiValueHeaders = map[string][]string{header: {value}}
		e.MultiValueQueryStringParameters = map[string][]string{query: {value}}
		e.Body, e.IsBase64Encoded = body, encoded
		answer := call(t, newFunction(echo), e)
		if answer.StatusCode != 200 && answer.StatusCode != 400 && answer.StatusCode != 404 && answer.StatusCode != 204 {
			t.Errorf("%d %s", answer.StatusCode, answer.Body)
		}
	})
}

// withTrace is the context of an invocation that X-Ray traces. The library's key is a plain text.
type withTrace struct {
	context.Context
	trace string
}

func (w withTrace) Value(key any) any {
	if key == "x-amzn-trace-id" {
		return w.trace
	}
	return w.Context.Value(key)
}

// The trace of X-Ray comes from Lambda's runtime, and else from the gateway's header.
func TestTraceOfXRay(t *testing.T) {
	t.Parallel()
	const gateways, lambdas = "5759e988bd862e3fe1be46a994272793", "69c286fb2dd7a6f878a2d998384f62e5"
	for name, c := range map[string]struct {
		ctx  context.Context
		want string
	}{
		"the gateway's header": {t.Context(), gateways},
		"Lambda's runtime": {withTrace{t.Context(),
			"Root=1-69c286fb-2dd7a6f878a2d998384f62e5;Parent=53995c3f42cd8ad8;Sampled=0"}, lambdas},
	} {
		got := ""
		f := newFunction(func(_ http.ResponseWriter, r *http.Request) {
			got = edge.RequestInfoFrom(r.Context()).Trace.TraceID()
		})
		e := newEvent("GET", "/")
		e.MultiValueHeaders = map[string][]string{"X-Amzn-Trace-Id": {"Root=1-5759e988-bd862e3fe1be46a994272793"}}
		if _, err := f(c.ctx, e); err != nil || got != c.want {
			t.Errorf("%s: %s, want %s, %v", name, got, c.want, err)
		}
	}
}
