package main

import (
	"maps"
	"strings"
)

// schemaPrefix is how a reference to a schema begins.
const schemaPrefix = "#/components/schemas/"

// prune removes the schemas that no path reaches, so that a change of them changes no client.
func prune(document object) {
	schemas, used := document.at("components").at("schemas"), map[string]bool{}
	follow(schemas, map[string]any(document.at("paths")), used)
	maps.DeleteFunc(schemas, func(name string, _ any) bool { return !used[name] })
}

// follow marks the schemas that a value refers to, and those that they refer to.
func follow(schemas object, value any, used map[string]bool) {
	switch v := value.(type) {
	case []any:
		for _, each := range v {
			follow(schemas, each, used)
		}
	case map[string]any:
		for _, each := range v {
			follow(schemas, each, used)
		}
	case string:
		if name, ok := strings.CutPrefix(v, schemaPrefix); ok && !used[name] {
			used[name] = true
			follow(schemas, map[string]any(schemas.at(name)), used)
		}
	}
}

// stripped are the names of what changes no client: examples, and code samples.
var stripped = []string{"example", "examples", "x-codeSamples"}

// strip removes what changes no client, so that a new example makes no new one.
func strip(value any) {
	switch v := value.(type) {
	case []any:
		for _, each := range v {
			strip(each)
		}
	case map[string]any:
		for _, name := range stripped {
			delete(v, name)
		}
		for name, each := range v {
			if name == "properties" {
				stripProperties(each)
			} else {
				strip(each)
			}
		}
	}
}

// stripProperties strips the schemas of properties, whose names may be any.
func stripProperties(value any) {
	properties, _ := value.(map[string]any)
	for _, schema := range properties {
		strip(schema)
	}
}
