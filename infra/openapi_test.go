package main

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"stint/functions"
)

// The OpenAPI document and the gateway have the same routes, but for the pages.
func TestTheDocumentAndTheTemplateHaveTheSameRoutes(t *testing.T) {
	text, err := os.ReadFile("../functions/meta/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	var document struct{ Paths map[string]map[string]any }
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	var promised []string
	own := map[string]bool{} // methods other than ANY in the template
	for path, methods := range document.Paths {
		promised = append(promised, gatewayPath(path))
		for method := range methods {
			own[strings.ToUpper(method)+" "+gatewayPath(path)] = true
		}
	}
	for _, spec := range functions.Routes() {
		if spec.Op.ShowsPages() || spec.OwnProtocol { // the document leaves them out
			promised = append(promised, gatewayPath(spec.Path))
			own[spec.Method+" "+gatewayPath(spec.Path)] = true
		}
	}
	var open []string
	for _, method := range gotMethods(t, standardTemplate(t)) {
		parts := strings.Fields(method)
		switch {
		case parts[1] == "/{proxy+}":
		case parts[0] == "ANY":
			open = append(open, parts[1])
		case !own[parts[0]+" "+parts[1]]:
			t.Errorf("the document has no %s %s", parts[0], parts[1])
		}
	}
	promised = slices.Compact(sorted(promised))
	if got := strings.Join(sorted(open), "\n"); got != strings.Join(promised, "\n") {
		t.Errorf("open are\n%s\nthe document promises\n%s", got, strings.Join(promised, "\n"))
	}
	if len(promised) < 90 || len(functions.Routes()) < len(promised) {
		t.Errorf("%d addresses", len(promised))
	}
}
