package boot_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/events"

	"stint/shared/auth"
	"stint/shared/auth/token"
	"stint/shared/boot"
	"stint/shared/config"
	"stint/shared/route"
)

// family answers with the time that the function was given.
type family struct{}

func (*family) now(_ context.Context, c *route.Call[route.NoInput]) (map[string]string, error) {
	return map[string]string{"now": c.Now.String()}, nil
}

func (*family) fail(context.Context, *route.Call[route.NoInput]) (route.Done, error) { panic("oh") }

var specs = []route.Spec{
	{ID: "test.now", Method: "POST", Path: "/now", Credential: auth.Public, Permission: auth.Everyone, Summary: "s",
		Op: route.Op((*family).now)},
	{ID: "test.fail", Method: "GET", Path: "/fail", Credential: auth.Public, Permission: auth.Everyone, Summary: "s",
		Op: route.Op((*family).fail)},
}

// newFunction makes the function as a Lambda would, with a clock and a log of the
// test's own.
func newFunction(t *testing.T,
	change func(
		*config.Config)) (handle func(events.APIGatewayProxyRequest) events.APIGatewayProxyResponse, log *bytes.Buffer) {
	t.Helper()
	key, err := token.NewLocalKey()
	if err != nil {
		t.Fatal(err)
	}
	c := config.Config{
		Table: "t", DynamoDBEndpoint: "http://localhost:1", Region: "us-east-1", Env: "local",
		PublicURL: "https://api.example.com/live", MaxBody: 8, LocalKey: bytes.Repeat([]byte("m"), 32),
	}
	if change != nil {
		change(&c)
	}
	log = &bytes.Buffer{}
	now := func() time.Time { return time.Date(2026, 6, 17, 12, 0, 0, 999, time.UTC) }
	d, err := boot.New(t.Context(), c, boot.Options{Now: now, SigningKey: key,
		Log: slog.New(slog.NewJSONHandler(log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	f := boot.NewFunction("test", specs, func(*boot.Deps) *family { return &family{} }).Handler(d)
	return func(e events.APIGatewayProxyRequest) events.APIGatewayProxyResponse {
		e.RequestContext.RequestID = "gw-1"
		answer, err := f(t.Context(), e)
		if err != nil {
			t.Fatal(err)
		}
		return answer
	}, log
}

func TestHandler(t *testing.T) {
	t.Parallel()
	handle, log := newFunction(t, nil)
	answer := handle(events.APIGatewayProxyRequest{HTTPMethod: "POST", Path: "/now", Body: `{"a":12}`})
	if answer.StatusCode != 200 || answer.Body != `{"now":"2026-06-17T12:00:00Z"}` {
		t.Errorf("%d %s", answer.StatusCode, answer.Body)
	}
	if !strings.Contains(log.String(), `"route":"test.now"`) {
		t.Errorf("log %s", log)
	}
	for _, c := range []struct {
		method, path, body string
		status             int
		code               string
	}{
		{"POST", "/now", `{"a":123}`, 413, "payload_too_large"},
		{"GET", "/now", "", 405, "method_not_allowed"},
		{"GET", "/nothing", "", 404, "not_found"},
		{"GET", "/fail", "", 500, "internal_error"},
	} {
		answer := handle(events.APIGatewayProxyRequest{HTTPMethod: c.method, Path: c.path, Body: c.body})
		var body struct{ Type string }
		if err := json.Unmarshal([]byte(answer.Body), &body); err != nil {
			t.Fatal(err)
		}
		if answer.StatusCode != c.status || body.Type != "https://api.example.com/live/errors/"+c.code {
			t.Errorf("%s %s: %d %s", c.method, c.path, answer.StatusCode, answer.Body)
		}
	}
}

// The settings reach the edge.
func TestEdge(t *testing.T) {
	t.Parallel()
	const app = "https://app.example.com"
	for _, c := range []struct{ address, transport, allowed string }{
		{"https://api.example.com", "max-age=31536000", app},
		{"http://localhost:8080", "", app},
	} {
		handle, _ := newFunction(t, func(s *config.Config) { s.PublicURL, s.AllowedOrigins = c.address, []string{app} })
		answer := handle(events.APIGatewayProxyRequest{HTTPMethod: "POST", Path: "/now",
			MultiValueHeaders: map[string][]string{"Origin": {app}}})
		h := http.Header(answer.MultiValueHeaders)
		if h.Get("Strict-Transport-Security") != c.transport || h.Get("Access-Control-Allow-Origin") != c.allowed {
			t.Errorf("%s: %v", c.address, h)
		}
	}
}

func TestWrongKeyFailsStartup(t *testing.T) {
	t.Parallel()
	c := config.Config{Table: "t", DynamoDBEndpoint: "http://localhost:1", Region: "us-east-1", Env: "local",
		SigningKey: "file:" + t.TempDir(), LocalKey: bytes.Repeat([]byte("m"), 32)}
	if _, err := boot.New(t.Context(), c, boot.Options{}); err == nil {
		t.Error("a folder is taken for a key file")
	}
}

func TestFixedClockSetting(t *testing.T) {
	t.Parallel()
	key, err := token.NewLocalKey()
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC)
	for _, clock := range []time.Time{at, {}} {
		c := config.Config{Table: "t", DynamoDBEndpoint: "http://localhost:1", Region: "us-east-1", Env: "local",
			PublicURL: "http://localhost", LocalKey: bytes.Repeat([]byte("m"), 32), FixedTime: clock}
		d, err := boot.New(t.Context(), c, boot.Options{SigningKey: key})
		if err != nil {
			t.Fatal(err)
		}
		if fixed := d.Now().Equal(at); fixed == clock.IsZero() {
			t.Errorf("with %v it is %v", clock, d.Now())
		}
	}
}
