package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"stint/functions"
	"stint/shared/openapi"
	"stint/shared/problem"
)

const root = "../.."

var generateOnce = sync.OnceValues(func() ([]file, error) { return generate(root) })

// generated returns both files, which are made once for all tests.
func generated(t *testing.T) (document, page []byte) {
	t.Helper()
	files, err := generateOnce()
	if err != nil {
		t.Fatal(err)
	}
	return files[0].content, files[1].content
}

func TestFilesAreUpToDate(t *testing.T) {
	t.Parallel()
	if err := run(t.Context(), root, options{check: true}); err != nil {
		t.Error(err)
	}
}

func TestCheckFindsDrift(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "functions/meta"), 0o755); err != nil {
		t.Fatal(err)
	}
	files, err := generate(root)
	if err != nil {
		t.Fatal(err)
	}
	run := func(check bool) error { return writeOrCompare(dir, files, check) }
	if err := run(true); err == nil {
		t.Error("missing files pass the check")
	}
	if err := run(false); err != nil {
		t.Fatal(err)
	}
	if err := run(true); err != nil {
		t.Errorf("fresh files do not pass: %v", err)
	}
	at := filepath.Join(dir, "functions/meta/openapi.json")
	if err := os.WriteFile(at, []byte("{}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := run(true); err == nil || !strings.Contains(err.Error(), "openapi.json") {
		t.Errorf("a changed document passes the check: %v", err)
	}
}

func TestGenerationIsDeterministic(t *testing.T) {
	t.Parallel()
	document, page := generated(t)
	again, err := generate(root)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(document, again[0].content) || !bytes.Equal(page, again[1].content) {
		t.Error("two runs differ")
	}
}

// The document is valid for a validator that shares no code with the generator.
func TestDocumentIsValid(t *testing.T) {
	t.Parallel()
	document, _ := generated(t)
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
	document, page := generated(t)
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
		if !bytes.Contains(page, []byte(`<h3 id="`+spec.ID+`">`)) {
			t.Errorf("%s is not in the reference", spec.ID)
		}
	}
}

// The content of every successful response has a schema.
func TestEveryAnswerHasASchema(t *testing.T) {
	t.Parallel()
	document, _ := generated(t)
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

// Links within the page have a target, and no anchor occurs twice.
func TestLinksOfTheReference(t *testing.T) {
	t.Parallel()
	_, page := generated(t)
	anchors := map[string]int{}
	for _, found := range regexp.MustCompile(`\sid="([^"]*)"`).FindAllSubmatch(page, -1) {
		anchors[string(found[1])]++
	}
	for anchor, times := range anchors {
		if times > 1 {
			t.Errorf("%s occurs %d times", anchor, times)
		}
	}
	for _, found := range regexp.MustCompile(`href="([^"]*)"`).FindAllSubmatch(page, -1) {
		switch to := string(found[1]); {
		case strings.HasPrefix(to, "#"):
			if anchors[to[1:]] == 0 {
				t.Errorf("%s has no target", to)
			}
		case strings.HasPrefix(to, "../errors/"):
			if _, ok := problem.Lookup(problem.Code(strings.TrimPrefix(to, "../errors/"))); !ok {
				t.Errorf("%s is not a code", to)
			}
		case to != "openapi.json":
			t.Errorf("%s leads to another site", to)
		}
	}
}

func TestReferenceLoadsNothing(t *testing.T) {
	t.Parallel()
	_, page := generated(t)
	if found := regexp.MustCompile(`(?i)<script|<img|<iframe|<link|\son\w+=|\ssrc=|\sstyle=`).Find(page); found != nil {
		t.Errorf("the reference has %s", found)
	}
}

// No function contains the generator or its dependencies.
func TestNoFunctionLinksTheGenerator(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("go", "list", "-deps", "stint/functions/.../lambda").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, never := range []string{"stint/shared/openapi", "github.com/yuin/goldmark", "github.com/getkin/kin-openapi/openapi3", "go/parser"} {
		if strings.Contains("\n"+string(out), "\n"+never+"\n") {
			t.Errorf("a function links %s", never)
		}
	}
}
