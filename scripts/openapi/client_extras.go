package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"go/format"
	"maps"
	"slices"
	"strings"
	"text/template"
)

//go:embed client_extras.tmpl
var extrasTemplate string

// makeExtras makes what oapi-codegen does not: the records of each list, and which operations
// take an Idempotency-Key.
func makeExtras(reduced []byte, sum string) ([]byte, error) {
	var document object
	if err := json.Unmarshal(reduced, &document); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err := template.Must(template.New("extras").Parse(extrasTemplate)).Execute(&out, map[string]any{
		"Sum": sum, "Lists": listsOf(document), "Keyed": keyedOperations(document),
	})
	if err != nil {
		return nil, err
	}
	return format.Source(out.Bytes())
}

// list is a schema of a page: its name and that of its records.
type list struct{ Name, Record string }

// listsOf returns the lists that end: the change feed does not.
func listsOf(document object) []list {
	var all []list
	schemas := document.at("components").at("schemas")
	for _, name := range slices.Sorted(maps.Keys(schemas)) {
		properties := schemas.at(name).at("properties")
		reference := properties.at("items").at("items").text("$ref")
		if ends := slices.Contains(properties.at("next_cursor").list("type"), any("null")); ends && reference != "" {
			all = append(all, list{Name: name, Record: reference[strings.LastIndex(reference, "/")+1:]})
		}
	}
	return all
}

// keyedOperations are the POST operations that take an Idempotency-Key.
func keyedOperations(document object) []string {
	var all []string
	paths := document.at("paths")
	for path := range paths {
		if operation := paths.at(path).at("post"); operation["x-takes-key"] == true {
			all = append(all, path)
		}
	}
	slices.Sort(all)
	return all
}
