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
	"stint/internal/programs"
	"stint/shared/openapi"
)

const root = "../.."

var (
	documentOnce = sync.OnceValue(func() *openapi.Document { return newDocument(root) })
	generateOnce = sync.OnceValues(func() ([]file, error) { return generate(root, documentOnce()) })
)

// generated returns the document, which is made once for all tests.
func generated(t *testing.T) []byte {
	t.Helper()
	files, err := generateOnce()
	if err != nil {
		t.Fatal(err)
	}
	return files[0].content
}

// The files in the repository are those that the route table makes. Another process made them, so
// the same source always makes the same files.
func TestFilesAreUpToDate(t *testing.T) {
	t.Parallel()
	files, err := generateOnce()
	if err != nil {
		t.Fatal(err)
	}
	if err := update(t.Context(), root, files, true); err != nil {
		t.Error(err)
	}
}

func TestCheckFindsDrift(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	files, err := generateOnce()
	if err != nil {
		t.Fatal(err)
	}
	run := func(check bool) error {
		return errors.Join(forgetOthers(dir, files, check), writeOrCompare(dir, files, check))
	}
	if err := run(true); err == nil {
		t.Error("missing files pass the check")
	}
	page := filepath.Join(dir, pages, "forgotten.html")
	if err := os.MkdirAll(filepath.Join(dir, pages), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(page, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := run(true); err == nil || !strings.Contains(err.Error(), "forgotten.html") {
		t.Errorf("a page that is not generated passes the check: %v", err)
	}
	if err := run(false); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(page); err == nil {
		t.Error("a page that is not generated is left")
	}
	if err := run(true); err != nil {
		t.Errorf("fresh files do not pass: %v", err)
	}
	for _, name := range []string{"functions/meta/openapi.json", pages + "/timers.html"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("{}\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := run(true); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("a changed %s passes the check: %v", name, err)
		}
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
	// TestExamplesFitTheirSchemas validates them
	if err := loaded.Validate(t.Context(), openapi3.DisableExamplesValidation()); err != nil {
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
	programs.KeepNoResults()
	out, err := exec.Command("go", "list", "-deps", "stint/functions/.../lambda").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, never := range []string{"stint/shared/openapi", "github.com/yuin/goldmark", "github.com/alecthomas/chroma/v2",
		"github.com/getkin/kin-openapi/openapi3", "go/parser"} {
		if strings.Contains("\n"+string(out), "\n"+never+"\n") {
			t.Errorf("a function links %s", never)
		}
	}
}
