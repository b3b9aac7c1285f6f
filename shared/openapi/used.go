package openapi

import (
	"maps"
	"slices"
	"strings"

	"stint/shared/wire"
)

// usedResponses are the shared responses to which operations refer.
func (d *Document) usedResponses() Map[*Response] {
	used := map[string]bool{}
	for _, r := range d.allResponses() {
		used[r.Ref] = true
	}
	return slices.DeleteFunc(problemResponses(), func(r Member[*Response]) bool {
		return !used["#/components/responses/"+r.Name]
	})
}

// usedHeaders are the shared headers to which operations and shared responses refer.
func (d *Document) usedHeaders(shared Map[*Response]) Map[*Header] {
	used := map[string]bool{}
	for _, r := range append(d.allResponses(), values(shared)...) {
		for _, h := range r.Headers {
			used[h.Value.Ref] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(sharedHeaders), func(h Member[*Header]) bool {
		return !used["#/components/headers/"+h.Name]
	})
}

// allResponses lists the responses of all operations.
func (d *Document) allResponses() []*Response {
	var all []*Response
	for _, path := range values(d.Paths) {
		for _, operation := range values(*path) {
			all = append(all, values(operation.Responses)...)
		}
	}
	return all
}

func values[T any](m Map[T]) []T {
	all := make([]T, len(m))
	for i, member := range m {
		all[i] = member.Value
	}
	return all
}

// UnusedRows lists the rows of the tables of names and descriptions that a document does not
// need.
func UnusedRows(d *Document) []string {
	rows := map[string]bool{}
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
