package functions_test

import (
	"bytes"
	"mime"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"stint/internal/apitest"
	"stint/shared/openapi"
	"stint/shared/problem"
	"stint/shared/problem/httpproblem"
	"stint/shared/route"
)

// bodySchemas checks bodies of answers against the schemas of the document.
type bodySchemas struct {
	document *openapi.Document
	compiler *jsonschema.Compiler
}

// documentURL names the document for the compiler, which reads no files.
const documentURL = "file:///openapi.json"

func newBodySchemas(t *testing.T, document *openapi.Document) bodySchemas {
	t.Helper()
	text, err := os.ReadFile("meta/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	whole, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	closeObjects(whole)
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	compiler.AssertFormat()
	if err := compiler.AddResource(documentURL, whole); err != nil {
		t.Fatal(err)
	}
	return bodySchemas{document, compiler}
}

// closeObjects forbids properties that a schema does not list, so that the service sends
// nothing that the document does not have.
func closeObjects(node any) {
	switch n := node.(type) {
	case map[string]any:
		if _, open := n["additionalProperties"]; n["type"] == "object" && n["properties"] != nil && !open {
			n["additionalProperties"] = false
		}
		for _, inner := range n {
			closeObjects(inner)
		}
	case []any:
		for _, inner := range n {
			closeObjects(inner)
		}
	}
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
	schema, err := s.compiler.Compile(documentURL + pointer)
	if err != nil {
		t.Fatal(err)
	}
	body, err := jsonschema.UnmarshalJSON(bytes.NewReader(a.Body))
	if err == nil {
		err = schema.Validate(body)
	}
	if err != nil {
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
