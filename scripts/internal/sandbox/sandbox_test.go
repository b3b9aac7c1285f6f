package sandbox

import (
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/aws/aws-lambda-go/events"

	"stint/scripts/internal/sample"
)

func openSandbox(t *testing.T) *Sandbox {
	t.Helper()
	sb, err := Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(sb.Close)
	return sb
}

func event(method, resource, path, body string) events.APIGatewayProxyRequest {
	headers := http.Header{"Authorization": {sample.Credential}}
	return events.APIGatewayProxyRequest{
		HTTPMethod: method, Resource: resource, Path: path, Body: body, PathParameters: map[string]string{},
		Headers: map[string]string{"Authorization": sample.Credential}, MultiValueHeaders: headers,
	}
}

func TestFillReplacesSampleValues(t *testing.T) {
	t.Parallel()
	sb := openSandbox(t)
	const resource = "/api/projects/{projectId}/members/{userId}"
	e := event("PATCH", resource, "/api/projects/"+sample.ID+"/members/"+sample.ID, `{"userId": "`+sample.ID+`"}`)
	if err := sb.Fill(t.Context(), &e); err != nil {
		t.Fatal(err)
	}
	project, member := sb.fixtures.ids["projects"], sb.fixtures.member.ID
	if e.Path != "/api/projects/"+project+"/members/"+member || e.PathParameters["projectId"] != project ||
		e.PathParameters["userId"] != member {
		t.Errorf("path %s, parameters %v", e.Path, e.PathParameters)
	}
	if e.Body != `{"userId": "`+member+`"}` || e.Headers["Authorization"] != "Bearer "+sb.fixtures.owner.Token {
		t.Errorf("body %s, headers %v", e.Body, e.Headers)
	}
	v1 := event("GET", "/api/v1/projects", "/api/v1/projects", "")
	if err := sb.Fill(t.Context(), &v1); err != nil || v1.MultiValueHeaders["Authorization"][0] != "Bearer "+
		sb.fixtures.apiKey {
		t.Errorf("headers %v, %v", v1.MultiValueHeaders, err)
	}
}

func TestFillKeepsEditedValues(t *testing.T) {
	t.Parallel()
	sb := openSandbox(t)
	own := strings.Replace(sample.ID, "1", "2", 1)
	e := event("PATCH", "/api/projects/{projectId}", "/api/projects/"+own,
		`{"clientId": "`+own+`", "other": "`+sample.ID+`"}`)
	e.Headers["Authorization"] = "Bearer mine"
	want := e.Body
	if err := sb.Fill(t.Context(), &e); err != nil {
		t.Fatal(err)
	}
	if e.Path != "/api/projects/"+own || e.Body != want || e.Headers["Authorization"] != "Bearer mine" {
		t.Errorf("%+v", e)
	}
}

func TestRestore(t *testing.T) {
	t.Parallel()
	sb := openSandbox(t)
	s := sb.newClient(t.Context())
	s.Create(sb.fixtures.owner.Token, "/api/tags", object{"name": "New"})
	s.Send(sb.fixtures.owner.Token, "PATCH", "/api/projects/"+sb.fixtures.ids["projects"], object{"name": "Other"})
	s.Send(sb.fixtures.owner.Token, "DELETE", "/api/timers/"+sb.fixtures.ids["timers"], nil)
	changed, err := sb.readTable(t.Context())
	if err != nil || s.Err != nil || reflect.DeepEqual(changed, sb.initial) {
		t.Fatalf("nothing has changed: %v, %v", err, s.Err)
	}
	if err := sb.Restore(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, err := sb.readTable(t.Context()); err != nil || !reflect.DeepEqual(got, sb.initial) {
		t.Errorf("%d items, %v; want %d", len(got), err, len(sb.initial))
	}
}

func TestMask(t *testing.T) {
	t.Parallel()
	sb := openSandbox(t)
	text := strings.Join([]string{
		sb.fixtures.owner.ID, sb.fixtures.ids["projects"], "019a0000-0000-7000-8000-0000000000ff", sb.fixtures.apiKey,
		sb.fixtures.owner.Token, sb.signInProvider.Issuer + "/x", `"last_four": "a-_1"`, strings.Repeat("-", 40),
		"plain words",
	}, " ")
	want := `<Olga> <project> <id> <token> <token> <provider>/x "last_four": "a-_1" ` + strings.Repeat("-", 40) +
		" plain words"
	if got := sb.Mask(text); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := sb.Mask("secret=4KBVSHZ4736EEP7VVXL5MUMRJMCX26K2 abcd-efgh-2345-mnop"); got != "secret=<token> <token>" {
		t.Errorf("got %s", got)
	}
	if got := sb.Mask(`"last_four": "a1B2"`); got != `"last_four": "<last four>"` {
		t.Errorf("got %s", got)
	}
}
