package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func document(t *testing.T) []byte {
	t.Helper()
	spec, err := os.ReadFile(filepath.Join(root, "functions/meta/openapi.json"))
	if err != nil {
		t.Fatal(err)
	}
	return spec
}

// The client in the repository is that of the document. This needs no generator: what the client
// was made from is noted in it.
func TestClientIsCurrent(t *testing.T) {
	t.Parallel()
	spec := document(t)
	if current, err := isClientCurrent(root, spec); err != nil || !current {
		t.Error("shared/client/api is not up to date: run go run ./scripts/openapi", err)
	}
	changed := strings.Replace(string(spec), `"/api/v1/entries"`, `"/api/v1/hours"`, 1)
	if current, err := isClientCurrent(root, []byte(changed)); err != nil || current {
		t.Error("a changed document passes", err)
	}
	session := strings.Replace(string(spec), `"/api/entries"`, `"/api/hours"`, 1)
	if current, err := isClientCurrent(root, []byte(session)); err != nil || !current {
		t.Error("a route for sessions changes the client", err)
	}
}

func TestReduce(t *testing.T) {
	t.Parallel()
	got, err := reduce([]byte(`{"paths": {
		"/api/tags": {"get": {"operationId": "tags.list"}},
		"/api/v1/tags": {"post": {"operationId": "tags.create.v1",
			"parameters": [{"$ref": "#/components/parameters/IdempotencyKey"}, {"$ref": "#/components/parameters/Prefer"}, {"name": "limit"}],
			"responses": {"200": {"headers": {"ETag": {}}, "schema": {"$ref": "#/components/schemas/A"}}, "404": {}}}}},
		"components": {"schemas": {"A": {"items": {"$ref": "#/components/schemas/B"}}, "B": {"items": [{"$ref": "#/components/schemas/A"}, {"$ref": "#/components/schemas/D"}]}, "C": {},
			"D": {"example": 1, "properties": {"example": {"type": "string", "examples": [2]}}}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	text := string(got)
	for _, kept := range []string{`"tags.create"`, `"limit"`, `"x-takes-key": true`, `"A": {`, `"B": {`, `"example": {`} {
		if !strings.Contains(text, kept) {
			t.Errorf("%s is not in\n%s", kept, text)
		}
	}
	for _, gone := range []string{`"/api/tags"`, "Prefer", "IdempotencyKey", "ETag", `"404"`, `"C"`, `"example": 1`,
		"examples"} {
		if strings.Contains(text, gone) {
			t.Errorf("%s is in\n%s", gone, text)
		}
	}
}
