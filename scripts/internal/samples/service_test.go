package samples_test

import (
	"cmp"
	"context"
	"encoding/base64"
	"maps"
	"net/http/httptest"
	"os"
	"slices"
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

// service is the sandbox of the sample events. It handles one call at a time, and each operation
// once: the first language that calls it gets the answer of the sandbox, and the others get the same.
type service struct {
	sandbox *sandbox.Sandbox
	busy    sync.Mutex
	ids     map[string]string   // of operations, by method and resource
	answers map[string]recorded // by operation
	called  int                 // how often the sandbox was
}

// recorded is the answer of the sandbox to the first call of an operation.
type recorded struct {
	headers    map[string][]string // of the request, without those of its client
	answer     events.APIGatewayProxyResponse
	difference string // between the answer and the one beside the event; "" is none
}

// server is an address of the service. It records the calls of one language.
type server struct {
	*httptest.Server
	service *service
	calls   map[string]call // by operation
}

// call is a call that arrived.
type call struct {
	difference string // between the request or its answer and the expected ones; "" is none
	body       string // of the answer
}

func startService(t *testing.T) *service {
	t.Helper()
	sb, err := sandbox.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(sb.Close)
	s := &service{sandbox: sb, ids: map[string]string{}, answers: map[string]recorded{}}
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

// handle compares a request with its event and with the first one of its operation, and returns
// the answer to that.
func (s *server) handle(ctx context.Context, inner lambdahttp.Handler,
	event events.APIGatewayProxyRequest) (answer events.APIGatewayProxyResponse, err error) {
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
	first, known := s.service.answers[id]
	if known {
		difference = cmp.Or(difference, compareHeaders(event.MultiValueHeaders, first.headers))
	} else if first, err = s.service.call(ctx, inner, event, invocation.AnswerPath(path)); err != nil {
		return answer, err
	}
	s.service.answers[id] = first
	difference = cmp.Or(difference, first.difference)
	if _, repeated := s.calls[id]; repeated {
		difference = "it was called twice"
	}
	s.calls[id] = call{difference: difference, body: textOf(first.answer)}
	return first.answer, nil
}

// call has the sandbox answer a request, with restored fixtures.
func (s *service) call(ctx context.Context, inner lambdahttp.Handler, event events.APIGatewayProxyRequest,
	path string) (made recorded, err error) {
	s.called++
	made.headers = maps.Clone(event.MultiValueHeaders)
	if err := s.sandbox.Restore(ctx); err != nil {
		return made, err
	}
	if err := s.sandbox.Fill(ctx, &event); err != nil {
		return made, err
	}
	made.answer, err = inner(ctx, event)
	made.difference = s.compareAnswers(made.answer, path)
	return made, err
}

// environment is the environment of samples that call the address.
func environment(address string) []string {
	variables := []string{
		samples.VariableURL + "=" + address, samples.VariableKey + "=" + key, samples.VariableToken + "=" + token,
		samples.VariableCookie + "=" + cookie,
	}
	return slices.Concat(os.Environ(), ofThisMachine, variables)
}

// ofThisMachine are the settings with which clients call this machine directly, and those with
// which Go takes the standard library that it has compiled for package programs.
var ofThisMachine = []string{"NO_PROXY=127.0.0.1", "no_proxy=127.0.0.1", "GOFLAGS=-trimpath", "CGO_ENABLED=0"}
