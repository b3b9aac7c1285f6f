package samples_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/aws/aws-lambda-go/events"

	"stint/functions"
	"stint/scripts/internal/invocation"
	"stint/scripts/internal/sample"
	"stint/scripts/internal/samples"
	"stint/scripts/internal/sandbox"
	"stint/shared/gateway"
	"stint/shared/lambdahttp"
)

// Values of the variables that samples read. Key and token differ, so that a sample which
// sends the wrong one fails.
const (
	key    = "SampleKey"
	token  = "SampleToken"
	cookie = sample.Cookie
)

// service is the sandbox of the sample events. It handles one call at a time.
type service struct {
	sandbox *sandbox.Sandbox
	busy    sync.Mutex
	ids     map[string]string // of operations, by method and resource
}

// server is an address of the service. It records the calls of one language.
type server struct {
	*httptest.Server
	service *service
	calls   map[string]call // by operation
}

// call is a call that arrived.
type call struct {
	difference string // between the request or its answer and the recorded ones; "" is none
	body       string // of the answer
}

func startService(t *testing.T) *service {
	t.Helper()
	sb, err := sandbox.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(sb.Close)
	s := &service{sandbox: sb, ids: map[string]string{}}
	for _, spec := range functions.Routes() {
		s.ids[spec.Method+" "+spec.Path] = spec.ID
	}
	return s
}

func (s *service) listen(t *testing.T) *server {
	t.Helper()
	one := &server{service: s, calls: map[string]call{}}
	one.Server = httptest.NewServer(functions.NewGateway(s.sandbox.Deps, gateway.Options{
		ErrorsBase: sandbox.BaseURL,
		Wrap: func(_ string, inner lambdahttp.Handler) lambdahttp.Handler {
			return func(ctx context.Context, event events.APIGatewayProxyRequest) (events.APIGatewayProxyResponse, error) {
				s.busy.Lock()
				defer s.busy.Unlock()
				return one.handle(ctx, inner, event)
			}
		},
	}))
	t.Cleanup(one.Close)
	return one
}

// handle compares a request with its event and has it answered with restored fixtures.
func (s *server) handle(ctx context.Context, inner lambdahttp.Handler, event events.APIGatewayProxyRequest) (answer events.APIGatewayProxyResponse, err error) {
	id := s.service.ids[event.HTTPMethod+" "+event.Resource]
	path, err := eventPath(id)
	if err != nil {
		return answer, err
	}
	want, err := invocation.ReadEvent(path)
	if err != nil {
		return answer, err
	}
	body, err := base64.StdEncoding.DecodeString(event.Body)
	if err != nil {
		return answer, err
	}
	event.Body, event.IsBase64Encoded = string(body), false
	difference := compareRequests(event, want)
	hideClient(&event, want)
	if err := s.service.sandbox.Restore(ctx); err != nil {
		return answer, err
	}
	if err := s.service.sandbox.Fill(ctx, &event); err != nil {
		return answer, err
	}
	if answer, err = inner(ctx, event); err != nil {
		return answer, err
	}
	if difference == "" {
		difference = s.service.compareAnswers(answer, invocation.AnswerPath(path))
	}
	if _, repeated := s.calls[id]; repeated {
		difference = "it was called twice"
	}
	s.calls[id] = call{difference: difference, body: textOf(answer)}
	return answer, nil
}

// compareRequests describes how a request differs from its event; "" is not at all.
func compareRequests(got, want events.APIGatewayProxyRequest) string {
	credential := ""
	if want.Headers["Authorization"] != "" {
		credential = "Bearer " + token
		if strings.HasPrefix(want.Path, "/api/v1/") {
			credential = "Bearer " + key
		}
	}
	for _, c := range []struct{ what, got, want string }{
		{"method", got.HTTPMethod, want.HTTPMethod},
		{"path", got.Path, want.Path},
		{"query", fmt.Sprint(got.MultiValueQueryStringParameters), fmt.Sprint(want.MultiValueQueryStringParameters)},
		{"Authorization", got.Headers["Authorization"], credential},
		{"Content-Type", got.Headers["Content-Type"], want.Headers["Content-Type"]},
		{"Cookie", got.Headers["Cookie"], want.Headers["Cookie"]},
	} {
		if c.got != c.want {
			return fmt.Sprintf("%s: got %q, want %q", c.what, c.got, c.want)
		}
	}
	if !equalJSON(got.Body, want.Body) {
		return fmt.Sprintf("body: got %s, want %s", got.Body, want.Body)
	}
	return ""
}

func equalJSON(a, b string) bool {
	var x, y any
	if a == b {
		return true
	}
	return json.Unmarshal([]byte(a), &x) == nil && json.Unmarshal([]byte(b), &y) == nil && reflect.DeepEqual(x, y)
}

// hideClient replaces what differs between clients and may show in an answer, such as a
// compression, and the credentials that Fill replaces.
func hideClient(event *events.APIGatewayProxyRequest, want events.APIGatewayProxyRequest) {
	event.RequestContext.Identity = want.RequestContext.Identity
	delete(event.Headers, "Accept-Encoding")
	delete(event.MultiValueHeaders, "Accept-Encoding")
	for _, name := range []string{"Host", "User-Agent", "Authorization"} {
		if value := want.Headers[name]; value != "" {
			event.Headers[name], event.MultiValueHeaders[name] = value, []string{value}
		}
	}
}

// compareAnswers describes how an answer differs from the recorded one; "" is not at all.
func (s *service) compareAnswers(answer events.APIGatewayProxyResponse, path string) string {
	kept, err := invocation.NewAnswer(answer, s.sandbox.Mask)
	if err != nil {
		return err.Error()
	}
	got, err := sample.Encode(kept)
	if err != nil {
		return err.Error()
	}
	want, err := os.ReadFile(path)
	if err != nil {
		return err.Error()
	}
	if lines := invocation.Diff(string(got), string(want)); len(lines) > 0 {
		return filepath.Base(path) + ":\n" + strings.Join(lines, "\n")
	}
	return ""
}

func textOf(answer events.APIGatewayProxyResponse) string {
	if decoded, err := base64.StdEncoding.DecodeString(answer.Body); answer.IsBase64Encoded && err == nil {
		return string(decoded)
	}
	return answer.Body
}

// environment is the environment of samples that call the address.
func environment(address string) []string {
	variables := []string{
		samples.VariableURL + "=" + address, samples.VariableKey + "=" + key, samples.VariableToken + "=" + token, samples.VariableCookie + "=" + cookie,
	}
	return slices.Concat(os.Environ(), ofThisMachine, variables)
}

// ofThisMachine are the settings with which clients call this machine directly, and those with
// which Go takes the standard library that it has compiled for package programs.
var ofThisMachine = []string{"NO_PROXY=127.0.0.1", "no_proxy=127.0.0.1", "GOFLAGS=-trimpath", "CGO_ENABLED=0"}
