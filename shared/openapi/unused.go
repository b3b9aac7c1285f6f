package openapi

import (
	"maps"
	"slices"
	"strings"

	"stint/shared/wire"
)

// UnusedRows lists the rows of the tables of names and descriptions that a document does not
// need.
func UnusedRows(d *Document) []string {
	rows := map[string]bool{}
	for _, name := range schemaNames {
		rows[name] = true
	}
	for name := range schemaDescriptions {
		rows[name] = true
	}
	for name := range propertyDescriptions {
		rows[name] = true
	}
	for _, s := range d.Components.Schemas {
		if _, described := schemaDescriptions[s.Name]; !described || s.Value.Description == schemaDescriptions[s.Name] {
			delete(rows, s.Name)
		}
		deleteUsed(rows, s.Name, s.Value)
	}
	for _, path := range d.Paths {
		for _, operation := range *path.Value {
			for _, p := range operation.Value.Parameters {
				if p.Description == propertyDescriptions[p.Name] {
					delete(rows, p.Name)
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(rows))
}

// deleteUsed removes the rows from which the properties of a schema are described.
func deleteUsed(rows map[string]bool, schema string, s *Schema) {
	if s.Items != nil {
		deleteUsed(rows, schema, s.Items)
	}
	for _, p := range s.Properties {
		for _, row := range []string{schema + "." + p.Name, wire.Alias(p.Name)} {
			if text := propertyDescriptions[row]; text != "" && strings.HasPrefix(p.Value.Description, text) {
				delete(rows, row)
			}
		}
		deleteUsed(rows, schema, p.Value)
	}
}
