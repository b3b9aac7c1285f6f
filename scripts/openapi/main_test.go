package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"stint/functions"
	"stint/internal/uncached"
	"stint/shared/openapi"
)

const root = "../.."

var (
	documentOnce = sync.OnceValue(func() *openapi.Document { return newDocument(root) })
	encodedOnce = sync.OnceValues(func() ([]byte, error) { return documentOnce().JSON() })
)

// generated returns the document, which is made once for all tests.
func generated(t *testing.T) []byte {
	t.Helper()
	made, err := encodedOnce()
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// The document in the repository is what the route table makes, and the pages are those of make pages.
// Another process made them, so the same source always makes the same files.
func TestFilesAreUpToDate(t *testing.T) {
	t.Parallel()
	made, err := pagesOf(root, documentOnce())
	if err != nil {
		t.Fatal(err)
	}
	if err := update(t.Context(), root, file{documentPath, generated(t)}, true); err != nil {
		t.Error(err)
	}
	if err := writeOrCompare(root, made, true); err != nil {
		t.Errorf("make pages: %v", err)
	}
}

func TestCheckFindsDrift(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	files := []file{{documentPath, generated(t)}}
	if err := writeOrCompare(dir, files, true); err == nil {
		t.Error("missing files pass the check")
	}
	if err := errors.Join(writeOrCompare(dir, files, false), writeOrCompare(dir, files, true)); err != nil {
		t.Errorf("fresh files do not pass: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, documentPath), []byte("{}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := writeOrCompare(dir, files, true); err == nil || !strings.Contains(err.Error(), documentPath) {
		t.Errorf("a changed document passes the check: %v", err)
	}
}

// Pages that are not made any more are removed, and the hidden file stays.
func TestOldPagesAreRemoved(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, pages), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"forgotten.html", "start.html", ".gitkeep"} {
		if err := os.WriteFile(filepath.Join(dir, pages, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := forgetOthers(dir, []file{{path: pages + "/start.html"}}); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(filepath.Join(dir, pages))
	if err != nil || len(left) != 2 || left[0].Name() != ".gitkeep" || left[1].Name() != "start.html" {
		t.Errorf("left: %v %v", left, err)
	}
}

// The document is valid for the validator of kin-openapi, of which the generator has few types.
func TestDocumentIsValid(t *testing.T) {
	t.Parallel()
	document := generated(t)
	loaded, err := openapi3.NewLoader().LoadFromData(document)
	if err != nil {
		t.Fatal(err)
	}
	if !loaded.IsOpenAPI31OrLater() {
		t.Errorf("version %s", loaded.OpenAPI)
	}
	if err := loaded.Validate(t.Context(), openapi3.DisableExamplesValidation()); err != nil { // TestExamplesFitTheirSchemas validates them
		t.Error(err)
	}
}

// operations has the parts of the document that the tests read.
type operations struct {
	Paths map[string]map[string]struct {
		OperationID string `json:"operationId"`
		Summary     string
		Responses   map[string]struct {
			Content map[string]struct {
				Schema map[string]any
			}
		}
	}
}

func TestEveryRouteIsDocumented(t *testing.T) {
	t.Parallel()
	document := generated(t)
	var d operations
	if err := json.Unmarshal(document, &d); err != nil {
		t.Fatal(err)
	}
	for _, spec := range functions.Routes() {
		operation := d.Paths[spec.Path][strings.ToLower(spec.Method)]
		if !openapi.IsDocumented(spec) {
			if operation.OperationID != "" {
				t.Errorf("%s is a page or exists at home only, but is documented", spec.ID)
			}
			continue
		}
		if operation.OperationID != spec.ID || operation.Summary != spec.Summary {
			t.Errorf("%s %s: operation %q", spec.Method, spec.Path, operation.OperationID)
		}
	}
}

// The content of every successful response has a schema.
func TestEveryAnswerHasASchema(t *testing.T) {
	t.Parallel()
	document := generated(t)
	var d operations
	if err := json.Unmarshal(document, &d); err != nil {
		t.Fatal(err)
	}
	for path, item := range d.Paths {
		for method, operation := range item {
			for media, content := range operation.Responses["200"].Content {
				if len(content.Schema) == 0 {
					t.Errorf("%s %s (%s): %s may be anything", method, path, operation.OperationID, media)
				}
			}
		}
	}
}

// No function contains the generator or its dependencies.
func TestNoFunctionLinksTheGenerator(t *testing.T) {
	t.Parallel()
	uncached.Results()
	out, err := exec.Command("go", "list", "-deps", "stint/functions/.../lambda").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, never := range []string{"stint/shared/openapi", "github.com/yuin/goldmark", "github.com/alecthomas/chroma/v2", "github.com/getkin/kin-openapi/openapi3", "go/parser"} {
		if strings.Contains("\n"+string(out), "\n"+never+"\n") {
			t.Errorf("a function links %s", never)
		}
	}
}
