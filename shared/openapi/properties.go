package openapi

import (
	"reflect"
	"slices"
	"strings"
)

// objectSchema lists the properties of a struct in their order.
func (b *builder) objectSchema(t reflect.Type) *Schema {
	s := &Schema{Type: Types{"object"}}
	b.addProperties(t, b.source.of(t.PkgPath()).fields[baseName(t)], s)
	return s
}

// addProperties adds the properties of a struct and of those that it embeds. As in the
// JSON, a property of the outer struct has precedence, and the properties of a pointer
// that is nil are absent.
func (b *builder) addProperties(t reflect.Type, comments map[string]string, s *Schema) {
	for f := range t.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-" || !f.IsExported() && !f.Anonymous:
		case name == "" && isEmbeddedStruct(f):
			b.addEmbedded(f.Type, s)
		default:
			s.addProperty(name, b.propertySchema(f, comments[name]), !strings.Contains(options, "omit"))
		}
	}
}

// isEmbeddedStruct reports whether the properties of a field are those of the struct that
// has it.
func isEmbeddedStruct(f reflect.StructField) bool {
	return f.Anonymous && structOf(f.Type).Kind() == reflect.Struct
}

// structOf is the type that a pointer leads to; any other type is itself.
func structOf(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

func (b *builder) addEmbedded(t reflect.Type, s *Schema) {
	inner := b.objectSchema(structOf(t))
	for _, p := range inner.Properties {
		if _, known := s.Properties.Get(p.Name); !known {
			s.addProperty(p.Name, p.Value, t.Kind() != reflect.Pointer && slices.Contains(inner.Required, p.Name))
		}
	}
}

func (s *Schema) addProperty(name string, value *Schema, required bool) {
	s.Properties.add(name, value)
	if required {
		s.Required = append(s.Required, name)
	}
}

func (b *builder) propertySchema(f reflect.StructField, comment string) *Schema {
	schema := b.answerSchema(f.Type)
	if list, ok := f.Tag.Lookup("enum"); ok {
		schema.Enum = nil
		for _, v := range strings.Split(list, ",") {
			schema.Enum = append(schema.Enum, v)
		}
		openEnum(schema)
	}
	return addDescription(schema, comment)
}

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
