package main

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"stint/functions"
	"stint/internal/documented"
	"stint/shared/domain/feed"
	"stint/shared/openapi"
)

// node is any part of the document with its JSON pointer.
type node struct {
	at    string
	value map[string]any
}

// nodesOnce lists every object of the generated document, once for all tests.
var nodesOnce = sync.OnceValues(func() (all []node, err error) {
	files, err := generateOnce()
	if err != nil {
		return nil, err
	}
	var whole any
	err = json.Unmarshal(files[0].content, &whole)
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
	return all, err
})

func nodesOf(t *testing.T) []node {
	t.Helper()
	all, err := nodesOnce()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Every schema, property and parameter is described. A field whose name is not in
// commonProperties of shared/openapi needs a comment.
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
		if _, isParameter := n.value["in"].(string); isParameter && !described(n.value) {
			t.Errorf("%s: parameter %v has no description", n.at, n.value["name"])
		}
		if parent, name, _ := cutLast(n.at); parent == "/components/schemas" && !described(n.value) {
			t.Errorf("schema %s has no description", name)
		}
	}
}

// A description speaks of null only where the property may be null.
func TestDescriptionsSpeakOfNullWhereItIs(t *testing.T) {
	t.Parallel()
	speaks, ofOwn := regexp.MustCompile(`\bnull\b`), regexp.MustCompile(`[;:.] null\b|\bnull:|^null\b`)
	for _, n := range nodesOf(t) {
		properties, _ := n.value["properties"].(map[string]any)
		for name, property := range properties {
			p := property.(map[string]any)
			text, _ := p["description"].(string)
			if speaks.MatchString(text) && ofOwn.MatchString(text) && !mayBeNull(p) {
				t.Errorf("%s: property %q is never null: %s", n.at, name, text)
			}
		}
	}
}

// mayBeNull reports whether a schema allows null, also by one of its alternatives.
func mayBeNull(schema map[string]any) bool {
	types, _ := schema["type"].([]any)
	values, _ := schema["enum"].([]any)
	alternatives, _ := schema["anyOf"].([]any)
	return schema["type"] == "null" || slices.Contains(types, any("null")) || slices.Contains(values, any(nil)) ||
		slices.ContainsFunc(alternatives, func(a any) bool { return mayBeNull(a.(map[string]any)) })
}

func cutLast(pointer string) (parent, name string, ok bool) {
	i := strings.LastIndexByte(pointer, '/')
	if i < 0 {
		return "", pointer, false
	}
	return pointer[:i], pointer[i+1:], true
}

// Each name beside a type is that of a schema, and each common description that of a property.
func TestTablesOfNamesAreUsed(t *testing.T) {
	t.Parallel()
	if unused := documentOnce().Unused; len(unused) > 0 {
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

// Every body of a request and of a successful answer has an example, but for workbooks, PDF
// documents and pages. It comes from the sample events: make events writes those of a new route.
func TestEveryOperationHasExamples(t *testing.T) {
	t.Parallel()
	for _, n := range nodesOf(t) {
		isRequest := strings.HasSuffix(n.at, "/requestBody/content/application/json")
		isAnswer := strings.Contains(n.at, "/responses/200/content/") &&
			strings.Count(n.at[strings.Index(n.at, "/content/"):], "/") <= 3
		if !isRequest && !isAnswer || n.value["schema"] == nil {
			continue
		}
		isWithoutExample := strings.HasSuffix(n.at, ".sheet") || strings.HasSuffix(n.at, "/pdf") ||
			strings.HasSuffix(n.at, "text/html")
		if n.value["example"] == nil && !isWithoutExample {
			t.Errorf("%s has no example", n.at)
		}
		if text, _ := json.Marshal(n.value["example"]); strings.Contains(string(text), `\u003c`) &&
			!strings.Contains(n.at, "text/html") {
			t.Errorf("%s: a placeholder of the sample event has no value: %s", n.at, text)
		}
	}
}

// Each example fits its schema, by JSON Schema 2020-12 and its formats.
func TestExamplesFitTheirSchemas(t *testing.T) {
	t.Parallel()
	schemas, err := documented.New(generated(t), false)
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, n := range nodesOf(t) {
		ref, _ := schemaOf(n.value)["$ref"].(string)
		if n.value["example"] == nil || ref == "" || strings.HasPrefix(n.at, "/components/") {
			continue
		}
		checked++
		if err := schemas.Check(ref, n.value["example"]); err != nil {
			t.Errorf("%s: %v", n.at, err)
		}
	}
	if checked < 200 {
		t.Errorf("only %d examples were checked", checked)
	}
}

func schemaOf(media map[string]any) map[string]any {
	schema, _ := media["schema"].(map[string]any)
	return schema
}

// Summaries can be scanned: a verb first, at most 40 characters, no sentence.
func TestSummariesAreShort(t *testing.T) {
	t.Parallel()
	verbs := regexp.MustCompile(
		`^(Accept|Add|Apply|Approve|Archive|Cancel|Change|Check|Confirm|Connect|Create,|Create|Deactivate|Decline|Delete|Disable|Disconnect|Discard|End|Enroll|Explain|Export|Find|Finish|Get|Invite|Leave|List|Log|Look|Reauthenticate|Recalculate|Redeliver|Refresh|Register|Reject|Remove|Rename|Reopen|Replace|Request|Resend|Reset|Restore|Resubmit|Revoke|Rotate|Send|Set|Start|Stop|Submit|Suggest|Switch|Test|Transfer|Unlink|Update|Upsert|Verify|Withdraw)( |$)`)
	for _, spec := range functions.Routes() {
		if !openapi.IsDocumented(spec) {
			continue
		}
		if !verbs.MatchString(spec.Summary) || len(spec.Summary) > 40 || strings.HasSuffix(spec.Summary, ".") {
			t.Errorf("%s: %q", spec.ID, spec.Summary)
		}
		if spec.Notes == "" {
			t.Errorf("%s has no notes", spec.ID)
		}
	}
}

// reservedNames are names that generated packages have themselves.
var reservedNames = []string{
	"Client", "ClientInterface", "ClientOption", "ClientWithResponses", "HttpRequestDoer", "RequestEditorFn", "Auth",
	"Config", "Options", "Error", "Errors", "Response", "Request", "Server", "ServerInterface", "Unset", "File", "Types",
	"Models", "Date", "Object", "String", "Array", "Map", "Record", "Promise", "List", "Dict", "Set", "Number", "Boolean",
	"Function", "Class", "Type", "Enum", "Api", "Paths", "Components", "Operations",
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

// Each event of the catalogue is a webhook of the document, with a meaning and an example, whose type is its name.
func TestEveryEventIsAWebhook(t *testing.T) {
	t.Parallel()
	webhooks := documentOnce().Webhooks
	for _, e := range feed.Catalogue() {
		item, ok := webhooks.Get(string(e.Name))
		if !ok {
			t.Errorf("%s is missing", e.Name)
			continue
		}
		sent, _ := item.Get("post")
		var body struct{ Type string }
		text, _ := json.Marshal(sent.RequestBody.Content[0].Value.Example)
		if err := json.Unmarshal(text, &body); err != nil || sent.Description != e.Meaning ||
			body.Type != string(e.Name) && !strings.HasPrefix(body.Type, strings.TrimSuffix(string(e.Name), "*")) {
			t.Errorf("%s: %q, example of %q, %v", e.Name, sent.Description, body.Type, err)
		}
	}
	if len(webhooks) != len(feed.Catalogue()) {
		t.Errorf("%d webhooks, %d events", len(webhooks), len(feed.Catalogue()))
	}
}

// Every list among the examples shows an item.
func TestListsOfExamplesAreFilled(t *testing.T) {
	t.Parallel()
	for _, n := range nodesOf(t) {
		example, _ := n.value["example"].(map[string]any)
		if items, isList := example["items"].([]any); isList && len(items) == 0 {
			t.Errorf("%s: an empty list", n.at)
		}
	}
}
