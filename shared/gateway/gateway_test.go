package gateway_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/aws/aws-lambda-go/events"

	"stint/shared/gateway"
	"stint/shared/lambdahttp"
	"stint/shared/route"
)

// respondWith is a function that says its name and keeps the event.
func respondWith(name string, last *events.APIGatewayProxyRequest) lambdahttp.Handler {
	return func(_ context.Context, e events.APIGatewayProxyRequest) (events.APIGatewayProxyResponse, error) {
		if last != nil {
			*last = e
		}
		return events.APIGatewayProxyResponse{StatusCode: 200, Body: name}, nil
	}
}

func routes(paths ...string) []route.Spec {
	var specs []route.Spec
	for _, p := range paths {
		method, path, _ := strings.Cut(p, " ")
		specs = append(specs, route.Spec{Method: method, Path: path})
	}
	return specs
}

// newGateway makes a gateway with two functions and a fallback.
func newGateway(o gateway.Options, last *events.APIGatewayProxyRequest) *gateway.Gateway {
	o.ErrorsBase = "https://stint.example"
	first := gateway.Function{Name: "things", Handle: respondWith("things", last), Routes: routes(
		"GET /api/things", "POST /api/things", "GET /api/things/{thingId}", "POST /api/things:bulk",
	)}
	other := gateway.Function{Name: "other", Handle: respondWith("other", last),
		Routes: routes("GET /api/things/{thingId}/parts/{partId}", "GET /")}
	return gateway.New(o, gateway.Function{Name: "meta", Handle: respondWith("meta", last)}, first, other)
}

func send(g http.Handler, method, target string, body io.Reader) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	g.ServeHTTP(w, httptest.NewRequest(method, target, body))
	return w
}

// A long address is refused before an event is made of it.
func TestLongAddressesAreRefused(t *testing.T) {
	t.Parallel()
	var last events.APIGatewayProxyRequest
	g := newGateway(gateway.Options{}, &last)
	longest := "/api/things?a=" + strings.Repeat("1", 10_240-len("/api/things?a="))
	if w := send(g, "GET", longest, nil); w.Code != http.StatusOK || last.Path != "/api/things" {
		t.Errorf("the longest address: %d", w.Code)
	}
	for _, target := range []string{longest + "1", "/unknown?" + strings.Repeat("a=1&", 40_000)} {
		last = events.APIGatewayProxyRequest{}
		if checkProblem(t, send(g, "GET", target, nil), 400, "malformed_request"); last.Path != "" {
			t.Errorf("a function was called with %d bytes", len(target))
		}
	}
}

func TestRouting(t *testing.T) {
	t.Parallel()
	var last events.APIGatewayProxyRequest
	g := newGateway(gateway.Options{}, &last)
	for _, c := range []struct{ method, path, function, resource string }{
		{"GET", "/api/things", "things", "/api/things"},
		{"DELETE", "/api/things", "things", "/api/things"}, // ANY: the function says 405
		{"OPTIONS", "/api/things", "things", "/api/things"},
		{"HEAD", "/api/things", "things", "/api/things"},
		{"GET", "/api/things/1", "things", "/api/things/{thingId}"},
		{"POST", "/api/things:bulk", "things", "/api/things:bulk"},
		{"POST", "/api/things%3Abulk", "things", "/api/things:bulk"},
		{"GET", "/api/things/1/parts/2", "other", "/api/things/{thingId}/parts/{partId}"},
		{"GET", "/api/things/", "meta", "/{proxy+}"},
		{"GET", "/api//things", "meta", "/{proxy+}"},
		{"GET", "//api/things", "meta", "/{proxy+}"},
		{"GET", "/api/./things", "meta", "/{proxy+}"},
		{"GET", "/x/../api/things", "meta", "/{proxy+}"},
		{"GET", "/x/%2e%2e/api/things", "meta", "/{proxy+}"},
		{"GET", "/nothing", "meta", "/{proxy+}"},
		{"GET", "/", "other", "/"}, // and no path below it
	} {
		w := send(g, c.method, c.path, nil)
		if w.Code != 200 || c.method != "HEAD" && w.Body.String() != c.function || last.Resource != c.resource ||
			last.HTTPMethod != c.method {
			t.Errorf("%s %s: %d %s asked as %s %s; want %s as %s", c.method, c.path, w.Code, w.Body, last.HTTPMethod,
				last.Resource, c.function, c.resource)
		}
	}
}

// As with the template in AWS, a method that API Gateway does not have is an unknown route.
func TestMethodsOfTheGateway(t *testing.T) {
	t.Parallel()
	g := newGateway(gateway.Options{}, nil)
	for _, method := range []string{"DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"} {
		if w := send(g, method, "/api/things", nil); w.Code != 200 {
			t.Errorf("%s: %d", method, w.Code)
		}
	}
	for _, method := range []string{"TRACE", "CONNECT", "PROPFIND", "get"} {
		checkProblem(t, send(g, method, "/api/things", nil), 404, "not_found")
	}
}

func TestPathOfTwoFunctionsPanics(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	gateway.New(gateway.Options{}, gateway.Function{},
		gateway.Function{Name: "a", Routes: routes("GET /x")}, gateway.Function{Name: "b", Routes: routes("POST /x")})
}

// checkProblem checks a problem that the gateway makes by itself.
func checkProblem(t *testing.T, w *httptest.ResponseRecorder, status int, code string) {
	t.Helper()
	var body struct{ Type, CorrelationID string }
	if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil {
		t.Fatalf("%v: %s", err, w.Body)
	}
	if w.Code != status || body.Type != "https://stint.example/errors/"+code ||
		w.Header().Get("Content-Type") != "application/problem+json" {
		t.Errorf("%d %s, want %d %s", w.Code, w.Body, status, code)
	}
	if body.CorrelationID == "" || w.Header().Get("X-Correlation-Id") != body.CorrelationID ||
		w.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("correlation id %q, headers %v", body.CorrelationID, w.Header())
	}
}

func TestBodyLimitOfTheGateway(t *testing.T) {
	t.Parallel()
	const limit = 10 << 20
	g := newGateway(gateway.Options{}, nil)
	if w := send(g, "POST", "/api/things", bytes.NewReader(make([]byte, limit))); w.Code != 200 {
		t.Errorf("10 MB: %d", w.Code)
	}
	checkProblem(t, send(g, "POST", "/api/things", bytes.NewReader(make([]byte, limit+1))), 413, "payload_too_large")
}

func TestIncompleteBody(t *testing.T) {
	t.Parallel()
	body := io.MultiReader(strings.NewReader("{"), iotest.ErrReader(io.ErrUnexpectedEOF))
	checkProblem(t, send(newGateway(gateway.Options{}, nil), "POST", "/api/things", body), 400, "malformed_request")
}

func TestFailingFunction(t *testing.T) {
	t.Parallel()
	failing := func(context.Context, events.APIGatewayProxyRequest) (events.APIGatewayProxyResponse, error) {
		return events.APIGatewayProxyResponse{}, errors.New("task timed out")
	}
	g := gateway.New(gateway.Options{ErrorsBase: "https://stint.example"}, gateway.Function{Name: "meta", Handle: failing})
	w := send(g, "GET", "/", nil)
	checkProblem(t, w, 503, "service_unavailable")
	if strings.Contains(w.Body.String(), "timed out") || w.Header().Get("Retry-After") != "1" {
		t.Errorf("Retry-After %q, body %s", w.Header().Get("Retry-After"), w.Body)
	}
}

func TestThrottle(t *testing.T) {
	t.Parallel()
	slow := route.Throttle{PerSecond: 1e-9, Burst: 2} // a bucket that does not fill up again during a test
	specs := routes("GET /api/things", "POST /api/things")
	specs[1].Throttle = route.Throttle{PerSecond: 1e-9, Burst: 1}
	function := gateway.Function{Name: "things", Routes: specs, Handle: respondWith("things", nil)}
	g := gateway.New(gateway.Options{ErrorsBase: "https://stint.example", Throttle: slow}, gateway.Function{}, function)
	for i := range 2 {
		if w := send(g, "GET", "/api/things", nil); w.Code != 200 {
			t.Errorf("request %d: %d", i+1, w.Code)
		}
	}
	w := send(g, "GET", "/api/things", nil)
	checkProblem(t, w, 429, "rate_limited")
	if w.Header().Get("Retry-After") != "1" {
		t.Errorf("Retry-After %q", w.Header().Get("Retry-After"))
	}
	if w := send(g, "POST", "/api/things", nil); w.Code != 200 {
		t.Errorf("another method has a bucket of its own, but: %d", w.Code)
	}
	checkProblem(t, send(g, "POST", "/api/things", nil), 429, "rate_limited")
}

func TestDebugLogSaysWhatTheGatewayAnswered(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	options := gateway.Options{
		Log:      slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Throttle: route.Throttle{PerSecond: 1e-9, Burst: 1},
	}
	g := newGateway(options, nil)
	_ = send(g, "GET", "/api/things/secret", nil)
	if log.Len() != 0 {
		t.Errorf("a line for what a function answered: %s", &log)
	}
	w := send(g, "GET", "/api/things/secret", nil)
	want := "correlation_id=" + w.Header().Get("X-Correlation-Id") + " status=429 code=rate_limited reason=rate_limited\n"
	if !strings.HasSuffix(log.String(), want) || strings.Contains(log.String(), "secret") {
		t.Errorf("log %s\nwant %s", &log, want)
	}
}

func TestNoThrottle(t *testing.T) {
	t.Parallel()
	g := newGateway(gateway.Options{}, nil)
	for range 300 {
		if w := send(g, "GET", "/api/things", nil); w.Code != 200 {
			t.Fatalf("%d", w.Code)
		}
	}
}

// Browsers can read what the gateway itself answers. As in AWS, these headers do not
// depend on the request.
func TestAllowedOriginsReadTheGatewaysOwnAnswers(t *testing.T) {
	t.Parallel()
	const app = "https://app.example.com"
	for origins, want := range map[string]string{"": " ", app: app + " true", app + " http://localhost:3000": "* "} {
		o := gateway.Options{Origins: strings.Fields(origins), Throttle: route.Throttle{PerSecond: 0.001, Burst: 2}}
		failing := gateway.Function{Name: "failing", Routes: routes("POST /failing"),
			Handle: func(context.Context, events.APIGatewayProxyRequest) (events.APIGatewayProxyResponse, error) {
				return events.APIGatewayProxyResponse{}, errors.New("broken")
			}}
		g := gateway.New(o, gateway.Function{Name: "meta", Handle: respondWith("meta", nil)}, failing)
		for status, body := range map[int]io.Reader{503: nil, 413: bytes.NewReader(make([]byte, 10<<20+1))} {
			if w := send(g, "POST", "/failing", body); w.Code != status || corsOf(w) != want {
				t.Errorf("%q: %d with %q, want %d with %q", origins, w.Code, corsOf(w), status, want)
			}
		}
		if w := send(g, "POST", "/failing", nil); w.Code != 429 || corsOf(w) != want {
			t.Errorf("%q: %d with %q, want 429 with %q", origins, w.Code, corsOf(w), want)
		}
	}
}

func corsOf(w *httptest.ResponseRecorder) string {
	return w.Header().Get("Access-Control-Allow-Origin") + " " + w.Header().Get("Access-Control-Allow-Credentials")
}
