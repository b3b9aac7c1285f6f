package main

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

const (
	schemaPath  = "../stages/schema.json"
	examplePath = "../stages/example.json"
)

// meanings are the meanings of settings in docs/running.md, by name, without Markdown.
func meanings(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("../docs/running.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "| setting | default | meaning |\n|---|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	all, links := map[string]string{}, regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
	for row := range strings.SplitSeq(table, "\n") {
		cells := strings.SplitN(strings.Trim(row, "| "), " | ", 3)
		meaning := strings.NewReplacer("`", "", "**", "").Replace(links.ReplaceAllString(cells[2], "$1"))
		for name := range strings.SplitSeq(cells[0], ", ") {
			all[strings.Trim(name, "`")] = meaning
		}
	}
	return all
}

// schemaOf is the JSON schema of one setting.
func schemaOf(s setting) map[string]any {
	schema := map[string]any{"type": "string"}
	switch s.kind {
	case kindNumber:
		schema = map[string]any{"type": "integer", "minimum": s.least, "maximum": s.most}
		if s.only != nil {
			schema = map[string]any{"enum": s.only}
		}
	case kindSwitch:
		schema = map[string]any{"type": "boolean"}
	case kindEach:
		one := map[string]any{"enum": logLevels}
		if s.most > 0 {
			one = map[string]any{"type": "integer", "minimum": s.least, "maximum": s.most}
		}
		schema = map[string]any{"anyOf": []any{one, map[string]any{"type": "string"}, map[string]any{"type": "object",
			"propertyNames": map[string]any{"enum": sortedNames()}, "additionalProperties": one}}}
	default:
		if s.pattern != "" {
			schema["pattern"] = s.pattern
		}
	}
	if s.fallback != nil && s.fallback != "" {
		schema["default"] = s.fallback
	}
	return schema
}

// fileSchema is the JSON schema of the file of a stage.
func fileSchema(t *testing.T) []byte {
	t.Helper()
	described, properties := meanings(t), map[string]any{"$schema": map[string]any{"type": "string"}}
	for _, s := range settingList {
		meaning := described[s.name]
		if meaning == "" {
			t.Errorf("docs/running.md has no meaning of the setting %s", s.name)
		}
		delete(described, s.name)
		if s.name == "stage" {
			continue // the name of the file
		}
		property := schemaOf(s)
		property["description"] = meaning
		properties[s.name] = property
	}
	for name := range described {
		t.Errorf("docs/running.md has the setting %s, which there is not", name)
	}
	text, err := json.MarshalIndent(map[string]any{
		"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "The settings of a stage of Stint",
		"type": "object", "additionalProperties": false, "properties": properties,
	}, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return append(text, '\n')
}

// The schema is made from the list of settings and from what docs/running.md says about them:
// go test ./infra -run TestSchema -update
func TestSchemaIsThatOfTheSettings(t *testing.T) {
	made := fileSchema(t)
	if *update {
		if err := os.WriteFile(schemaPath, made, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if kept, err := os.ReadFile(schemaPath); err != nil || string(kept) != string(made) {
		t.Errorf("%s is not that of the settings (%v): go test ./infra -run TestSchema -update", schemaPath, err)
	}
}

// The schema accepts the example and refuses what the code refuses.
func TestSchemaChecksFiles(t *testing.T) {
	t.Parallel()
	schema, err := jsonschema.NewCompiler().Compile(schemaPath)
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile(examplePath)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := readIn(checkoutWith(t, map[string]string{"stages/live.json": string(example)}), nil); err != nil {
		t.Errorf("%s: %v", examplePath, err)
	}
	for text, valid := range map[string]bool{
		string(example): true, `{"memory": 512}`: true, `{"memory": "512 reports=3008"}`: true, `{"logLevel": {"timers": "debug"}}`: true,
		`{"maxBodyBytes": 9}`: false, `{"wav": true}`: false, `{"waf": "yes"}`: false, `{"logDays": 31}`: false,
		`{"memory": {"report": 512}}`: false, `{"domain": "API.example.com"}`: false, `{"stage": "live"}`: false,
	} {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(value); (err == nil) != valid {
			t.Errorf("%s: %v, want valid %t", text, err, valid)
		}
	}
}
