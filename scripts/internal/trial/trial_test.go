package trial

import (
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/aws/aws-lambda-go/events"

	"stint/scripts/internal/sample"
)

func opened(t *testing.T) *Trial {
	t.Helper()
	tr, err := Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(tr.Close)
	return tr
}

func event(method, resource, path, body string) events.APIGatewayProxyRequest {
	headers := http.Header{"Authorization": {sample.Credential}}
	return events.APIGatewayProxyRequest{
		HTTPMethod: method, Resource: resource, Path: path, Body: body, PathParameters: map[string]string{},
		Headers: map[string]string{"Authorization": sample.Credential}, MultiValueHeaders: headers,
	}
}

func TestWhatASampleMadeUpIsReplaced(t *testing.T) {
	t.Parallel()
	tr := opened(t)
	const resource = "/api/projects/{projectId}/members/{userId}"
	e := event("PATCH", resource, "/api/projects/"+sample.ID+"/members/"+sample.ID, `{"userId": "`+sample.ID+`"}`)
	if err := tr.Fill(t.Context(), &e); err != nil {
		t.Fatal(err)
	}
	project, mia := tr.house.ids["projects"], tr.house.mia.id
	if e.Path != "/api/projects/"+project+"/members/"+mia || e.PathParameters["projectId"] != project || e.PathParameters["userId"] != mia {
		t.Errorf("path %s, parameters %v", e.Path, e.PathParameters)
	}
	if e.Body != `{"userId": "`+mia+`"}` || e.Headers["Authorization"] != "Bearer "+tr.house.olga.session {
		t.Errorf("body %s, headers %v", e.Body, e.Headers)
	}
	v1 := event("GET", "/api/v1/projects", "/api/v1/projects", "")
	if err := tr.Fill(t.Context(), &v1); err != nil || v1.MultiValueHeaders["Authorization"][0] != "Bearer "+tr.house.key {
		t.Errorf("headers %v, %v", v1.MultiValueHeaders, err)
	}
}

func TestWhatSomebodyPutThereStays(t *testing.T) {
	t.Parallel()
	tr := opened(t)
	own := strings.Replace(sample.ID, "1", "2", 1)
	e := event("PATCH", "/api/projects/{projectId}", "/api/projects/"+own, `{"clientId": "`+own+`", "other": "`+sample.ID+`"}`)
	e.Headers["Authorization"] = "Bearer mine"
	want := e.Body
	if err := tr.Fill(t.Context(), &e); err != nil {
		t.Fatal(err)
	}
	if e.Path != "/api/projects/"+own || e.Body != want || e.Headers["Authorization"] != "Bearer mine" {
		t.Errorf("%+v", e)
	}
}

func TestEverythingIsPutBack(t *testing.T) {
	t.Parallel()
	tr := opened(t)
	s := &scene{tr: tr, ctx: t.Context()}
	s.make(tr.house.olga, "/api/tags", object{"name": "New"})
	s.ask(tr.house.olga, "PATCH", "/api/projects/"+tr.house.ids["projects"], object{"name": "Other"})
	s.ask(tr.house.olga, "DELETE", "/api/timers/"+tr.house.ids["timers"], nil)
	changed, err := tr.read(t.Context())
	if err != nil || s.err != nil || reflect.DeepEqual(changed, tr.kept) {
		t.Fatalf("nothing has changed: %v, %v", err, s.err)
	}
	if err := tr.Restore(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, err := tr.read(t.Context()); err != nil || !reflect.DeepEqual(got, tr.kept) {
		t.Errorf("%d items, %v; want %d", len(got), err, len(tr.kept))
	}
}

func TestASceneKeepsItsFirstError(t *testing.T) {
	t.Parallel()
	tr := opened(t)
	s := &scene{tr: tr, ctx: t.Context()}
	s.ask(tr.house.olga, "GET", "/api/nowhere", nil)
	first := s.err
	s.mailed("nobody@example.com", "verify-email")
	if first == nil || s.err != first || !strings.Contains(first.Error(), "GET /api/nowhere: 404") {
		t.Errorf("%v, then %v", first, s.err)
	}
}

func TestMarksStandForWhatIsNew(t *testing.T) {
	t.Parallel()
	tr := opened(t)
	text := strings.Join([]string{
		tr.house.olga.id, tr.house.ids["projects"], "019a0000-0000-7000-8000-0000000000ff", tr.house.key, tr.house.olga.session,
		tr.provider.Issuer + "/x", `"last_four": "a-_1"`, strings.Repeat("-", 40), "plain words",
	}, " ")
	want := `<Olga> <project> <id> <token> <token> <provider>/x "last_four": "a-_1" ` + strings.Repeat("-", 40) + " plain words"
	if got := tr.Mask(text); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := tr.Mask(`"last_four": "a1B2"`); got != `"last_four": "<last four>"` {
		t.Errorf("got %s", got)
	}
}
