package functions_test

import (
	"mime"
	"strconv"
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/internal/documented"
	"stint/shared/openapi"
	"stint/shared/problem"
	"stint/shared/problem/httpproblem"
	"stint/shared/route"
)

// bodySchemas checks bodies of answers against the schemas of the document. Objects are closed, so that the service
// sends nothing that the document does not have.
type bodySchemas struct {
	document *openapi.Document
	schemas  *documented.Schemas
}

func newBodySchemas(t *testing.T, document *openapi.Document) bodySchemas {
	t.Helper()
	schemas, err := documented.New(apitest.Document(t), true)
	if err != nil {
		t.Fatal(err)
	}
	return bodySchemas{document, schemas}
}

// check checks the media type of an answer, and its body if it is JSON.
func (s bodySchemas) check(t *testing.T, spec route.Spec, a *apitest.Answer) {
	t.Helper()
	item, _ := s.document.Paths.Get(spec.Path)
	operation, _ := item.Get(strings.ToLower(spec.Method))
	status := strconv.Itoa(a.Status)
	response, ok := operation.Responses.Get(status)
	if !ok {
		return // checkDocumented reports it
	}
	pointer := "#/paths/" + escapePointer(spec.Path) + "/" + strings.ToLower(spec.Method) + "/responses/" + status
	if name, isReference := strings.CutPrefix(response.Ref, "#/components/responses/"); isReference {
		response, _ = s.document.Components.Responses.Get(name)
		pointer = "#/components/responses/" + name
	}
	media, _, _ := mime.ParseMediaType(a.Header.Get("Content-Type"))
	if _, listed := response.Content.Get(media); !listed {
		if len(a.Body) > 0 || len(response.Content) > 0 {
			t.Errorf("%s: %s with %q is not documented", spec.ID, status, media)
		}
		return
	}
	if media == "application/json" || media == httpproblem.ContentType {
		s.checkJSON(t, spec, a, pointer+"/content/"+escapePointer(media)+"/schema")
	}
}

func (s bodySchemas) checkJSON(t *testing.T, spec route.Spec, a *apitest.Answer, pointer string) {
	t.Helper()
	if err := s.schemas.CheckText(pointer, a.Body); err != nil {
		t.Errorf("%s: %d does not fit its schema: %v\n%s", spec.ID, a.Status, err, a.Body)
	}
}

// checkIssue checks one entry in the errors of a problem.
func checkIssue(t *testing.T, a *apitest.Answer, field, code, message string) {
	t.Helper()
	if _, known := problem.FieldCodes()[problem.FieldCode(code)]; !known || message == "" {
		t.Errorf("%s %s: the problem of %q is not complete: %q %q", a.Request.Method, a.Request.Path, field, code, message)
	}
}

func escapePointer(text string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(text)
}
