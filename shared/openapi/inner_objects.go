package openapi

import (
	"slices"
)

// nameInnerObjects makes components of the objects inside a schema, named by the schema
// and the property, because generators have no good name for an object without one.
func (b *builder) nameInnerObjects(outer string, s *Schema) {
	for i, p := range s.Properties {
		list := p.Value.Items != nil
		inner := p.Value
		if list {
			inner = inner.Items
		}
		if len(inner.Properties) == 0 {
			continue
		}
		name := outer + pascal(p.Name)
		if list {
			name = outer + pascal(singular(p.Name))
		}
		b.nameInnerObjects(name, inner)
		b.schemas.add(name, inner)
		reference := &Schema{Ref: "#/components/schemas/" + name}
		if list {
			p.Value.Items = reference
		} else {
			s.Properties[i].Value = withNullOf(inner, reference)
		}
		if inner.ofType != "" {
			inner.Description = inner.ofType
		}
	}
}

// withNullOf moves null and the description from an object to a reference to it.
func withNullOf(object, reference *Schema) *Schema {
	if slices.Contains(object.Type, "null") {
		object.Type, reference = Types{"object"}, withNull(reference)
	}
	return addDescription(reference, object.Description)
}
