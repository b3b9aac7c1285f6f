package main

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"stint/functions"
	"stint/shared/openapi"
)

// node is any part of the document with its JSON pointer.
type node struct {
	at    string
	value map[string]any
}

// nodesOf lists every object of the generated document.
func nodesOf(t *testing.T) []node {
	t.Helper()
	document, _ := generated(t)
	var whole any
	if err := json.Unmarshal(document, &whole); err != nil {
		t.Fatal(err)
	}
	var all []node
	var visit func(at string, value any)
	visit = func(at string, value any) {
		switch v := value.(type) {
		case map[string]any:
			all = append(all, node{at, v})
			for name, inner := range v {
				if name != "example" && name != "examples" {
					visit(at+"/"+name, inner)
				}
			}
		case []any:
			for _, inner := range v {
				visit(at+"[]", inner)
			}
		}
	}
	visit("", whole)
	return all
}

// Every schema, property and parameter is described. A field without a comment needs a row
// in shared/openapi/property_descriptions.go.
func TestEverythingIsDescribed(t *testing.T) {
	t.Parallel()
	described := func(value any) bool {
		text, _ := value.(map[string]any)["description"].(string)
		return strings.HasSuffix(text, ".")
	}
	for _, n := range nodesOf(t) {
		properties, _ := n.value["properties"].(map[string]any)
		for name, property := range properties {
			if name == "" || !described(property) {
				t.Errorf("%s: property %q has no description", n.at, name)
			}
		}
		if n.value["in"] != nil && !described(n.value) {
			t.Errorf("%s: parameter %v has no description", n.at, n.value["name"])
		}
		if parent, name, _ := cutLast(n.at); parent == "/components/schemas" && !described(n.value) {
			t.Errorf("schema %s has no description", name)
		}
	}
}

func cutLast(pointer string) (parent, name string, ok bool) {
	i := strings.LastIndexByte(pointer, '/')
	if i < 0 {
		return "", pointer, false
	}
	return pointer[:i], pointer[i+1:], true
}

// The tables of names and descriptions have no row without a schema or a property.
func TestTablesOfNamesAreUsed(t *testing.T) {
	t.Parallel()
	if unused := openapi.UnusedRows(functions.Routes(), os.DirFS(root)); len(unused) > 0 {
		t.Errorf("no schema uses %q", unused)
	}
}

// A value occurs once in an enum, and is never null.
func TestEnums(t *testing.T) {
	t.Parallel()
	for _, n := range nodesOf(t) {
		for _, key := range []string{"enum", "x-extensible-enum"} {
			values, _ := n.value[key].([]any)
			seen := map[any]bool{}
			for _, v := range values {
				if v == nil || seen[v] {
					t.Errorf("%s: %s has %v twice, or null", n.at, key, v)
				}
				seen[v] = true
			}
		}
		if strings.Contains(n.at, "/responses/") && n.value["enum"] != nil {
			t.Errorf("%s: an answer may have more values later", n.at)
		}
	}
}

// Nothing in a description is a name of the code: what looks like one is a property, a
// parameter, a schema or a proper name.
func TestDescriptionsHaveNoIdentifiersOfTheCode(t *testing.T) {
	t.Parallel()
	known := []string{"OpenID", "OpenAPI", "RateLimit", "budgetHours", "KiB", "camelCase", "HttpOnly", "SameSite"}
	all := nodesOf(t)
	for _, n := range all {
		if properties, ok := n.value["properties"].(map[string]any); ok {
			for name := range properties {
				known = append(known, name)
			}
		}
		if name, ok := n.value["name"].(string); ok {
			known = append(known, name)
		}
	}
	identifier := regexp.MustCompile(`\b(?:[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*)\b`)
	for _, n := range all {
		text, _ := n.value["description"].(string)
		for _, word := range identifier.FindAllString(text, -1) {
			if !slices.Contains(known, word) {
				t.Errorf("%s: %s in %.80q", n.at, word, text)
			}
		}
	}
}

// reservedNames are names that generated packages have themselves.
var reservedNames = []string{
	"Client", "ClientInterface", "ClientOption", "ClientWithResponses", "HttpRequestDoer", "RequestEditorFn", "Auth", "Config", "Options",
	"Error", "Errors", "Response", "Request", "Server", "ServerInterface", "Unset", "File", "Types", "Models", "Date", "Object", "String", "Array",
	"Map", "Record", "Promise", "List", "Dict", "Set", "Number", "Boolean", "Function", "Class", "Type", "Enum", "Api", "Paths", "Components", "Operations",
}

// Names of schemas are unique among themselves and among the names that generators derive
// from operations, in any spelling.
func TestNamesAreUniqueInAFlatNameSpace(t *testing.T) {
	t.Parallel()
	taken := map[string]string{}
	for _, name := range reservedNames {
		taken[strings.ToLower(name)] = "a reserved name"
	}
	flat := func(name string) string {
		return strings.ToLower(strings.NewReplacer(".", "", "_", "", "-", "").Replace(name))
	}
	for _, spec := range functions.Routes() {
		for _, ending := range []string{"Params", "JSONRequestBody", "Response", "Responses", "Data", "Error", "Errors"} {
			taken[flat(spec.ID)+strings.ToLower(ending)] = "operation " + spec.ID
		}
	}
	for _, n := range nodesOf(t) {
		parent, name, _ := cutLast(n.at)
		kind, ok := strings.CutPrefix(parent, "/components/")
		if !ok || !slices.Contains([]string{"schemas", "responses", "parameters"}, kind) {
			continue
		}
		if other, known := taken[flat(name)]; known {
			t.Errorf("%s %s has the name of %s", kind, name, other)
		}
		taken[flat(name)] = kind + " " + name
	}
}
