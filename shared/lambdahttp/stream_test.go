package lambdahttp_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"

	"stint/shared/lambdahttp"
)

// streamedPath is the path whose responses are streamed in these tests.
const streamedPath = "/api/entries/export"

// invoke runs a function that streams as the runtime of Lambda does, and returns what it sends.
func invoke(t *testing.T, inner http.HandlerFunc, resource string) []byte {
	t.Helper()
	event := newEvent("GET", resource)
	event.Resource = resource
	payload, err := json.Marshal(event)
	if err != nil {
		t.Fatal(err)
	}
	function := lambda.NewHandler(lambdahttp.Streaming(newFunction(inner), []string{streamedPath}))
	sent, err := function.Invoke(t.Context(), payload)
	if err != nil {
		t.Fatal(err)
	}
	return sent
}

// A streamed response is its head, eight zero bytes and the body, which may be larger than Lambda buffers.
func TestStreamedResponse(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"text": strings.Repeat("text", 2<<20), "binary": strings.Repeat("\xff\x00", 4<<20),
	} {
		sent := invoke(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/csv")
			if !lambdahttp.Streams(r.Context()) {
				t.Error("the operation cannot see that its response is streamed")
			}
			_, _ = w.Write([]byte(body))
		}, streamedPath)
		head, got, _ := bytes.Cut(sent, make([]byte, 8))
		var answer events.APIGatewayProxyResponse
		if err := json.Unmarshal(head, &answer); err != nil || answer.StatusCode != 200 ||
			http.Header(answer.MultiValueHeaders).Get("Content-Type") != "text/csv" || string(got) != body {
			t.Errorf("%s: head %s, %v, %d bytes", name, head, err, len(got))
		}
	}
}

// A response that is too large to stream is a problem, and so is one of another path that is too large to buffer.
func TestStreamIsBounded(t *testing.T) {
	t.Parallel()
	send := func(size int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(bytes.Repeat([]byte("a"), size)) }
	}
	for _, c := range []struct {
		resource string
		size     int
		fits     bool
	}{
		{streamedPath, lambdahttp.MaxStreamedBytes, true}, {streamedPath, 70_000_000, false}, {"/other", 7 << 20, false},
	} {
		sent := invoke(t, send(c.size), c.resource)
		if isProblem := bytes.Contains(sent, []byte("errors/internal")); isProblem == c.fits {
			t.Errorf("%s, %d bytes: %.200s", c.resource, c.size, sent)
		}
	}
}

// A function that streams some paths answers all others in the form that API Gateway buffers.
func TestOtherPathsAreBuffered(t *testing.T) {
	t.Parallel()
	sent := invoke(t, func(w http.ResponseWriter, r *http.Request) {
		if lambdahttp.Streams(r.Context()) {
			t.Error("the operation believes that its response is streamed")
		}
		_, _ = w.Write([]byte("hello"))
	}, "/other")
	var answer events.APIGatewayProxyResponse
	if err := json.Unmarshal(sent, &answer); err != nil || answer.Body != "hello" {
		t.Errorf("%s: %v", sent, err)
	}
}
