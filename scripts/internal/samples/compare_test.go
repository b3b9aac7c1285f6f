package samples_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-lambda-go/events"

	"stint/scripts/internal/invocation"
	"stint/scripts/internal/sample"
)

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

// compareHeaders describes how the headers that reach the sandbox differ from those of the first
// request of the operation; "" is not at all.
func compareHeaders(got, first map[string][]string) string {
	if !maps.EqualFunc(got, first, slices.Equal) {
		return fmt.Sprintf("headers: got %q, the first language sent %q", got, first)
	}
	return ""
}

// clientHeaders are headers that clients add on their own. Where a value is named, only this one
// says nothing, and other values stay.
var clientHeaders = map[string]string{
	"Accept": "*/*", "Accept-Encoding": "", "Accept-Language": "*", "Connection": "", "Content-Length": "",
	"Sec-Fetch-Mode": "",
}

// hideClient replaces what differs between clients and may show in an answer, such as a
// compression, and the credentials that Fill replaces.
func hideClient(event *events.APIGatewayProxyRequest, want events.APIGatewayProxyRequest) {
	event.RequestContext.Identity = want.RequestContext.Identity
	for name, value := range clientHeaders {
		if value == "" || event.Headers[name] == value {
			delete(event.Headers, name)
			delete(event.MultiValueHeaders, name)
		}
	}
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

// A request that is not the event, or not the one of the first language, is found.
func TestRequestsThatDifferAreFound(t *testing.T) {
	t.Parallel()
	event := func() events.APIGatewayProxyRequest {
		return events.APIGatewayProxyRequest{
			HTTPMethod: "PUT", Path: "/api/v1/tags", Body: `{"a": 1}`,
			Headers:                         map[string]string{"Authorization": "Bearer " + key},
			MultiValueQueryStringParameters: map[string][]string{"limit": {"2"}},
		}
	}
	for name, change := range map[string]func(*events.APIGatewayProxyRequest){
		"method": func(e *events.APIGatewayProxyRequest) { e.HTTPMethod = "POST" },
		"path":   func(e *events.APIGatewayProxyRequest) { e.Path += "/x" },
		"query": func(e *events.APIGatewayProxyRequest) {
			e.MultiValueQueryStringParameters["limit"] = []string{
				"3"}
		},
		"Authorization": func(e *events.APIGatewayProxyRequest) { e.Headers["Authorization"] = "Bearer " + token },
		"Content-Type":  func(e *events.APIGatewayProxyRequest) { e.Headers["Content-Type"] = "text/plain" },
		"Cookie":        func(e *events.APIGatewayProxyRequest) { e.Headers["Cookie"] = cookie },
		"body":          func(e *events.APIGatewayProxyRequest) { e.Body = `{"a": 2}` },
	} {
		got := event()
		change(&got)
		if difference := compareRequests(got, event()); !strings.HasPrefix(difference, name+": ") {
			t.Errorf("another %s: %q", name, difference)
		}
	}
	first := map[string][]string{"Content-Type": {"application/json"}}
	for _, got := range []map[string][]string{{}, {"Content-Type": {"text/plain"}},
		{"Content-Type": {"application/json"}, "If-Match": {"*"}}} {
		if compareHeaders(got, first) == "" {
			t.Errorf("headers %v pass for %v", got, first)
		}
	}
}
