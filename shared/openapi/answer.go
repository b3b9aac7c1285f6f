package openapi

import (
	"reflect"
	"strings"
)

// several is an answer that comes in several shapes.
type several interface{ OneOf() []any }

// value is the schema of what a Go value is written as.
func (b *builder) value(t reflect.Type) *Schema {
	if schema, ok := b.text(t); ok {
		return schema
	}
	if v, ok := reflect.Zero(t).Interface().(several); ok {
		return b.oneOf(v)
	}
	switch t.Kind() {
	case reflect.Pointer:
		return nullable(b.value(t.Elem()))
	case reflect.Bool:
		return &Schema{Type: Types{"boolean"}}
	case reflect.Int32:
		return &Schema{Type: Types{"integer"}, Format: "int32"}
	case reflect.Int, reflect.Int64, reflect.Uint32:
		return &Schema{Type: Types{"integer"}, Format: "int64"}
	case reflect.Float64:
		return &Schema{Type: Types{"number"}}
	case reflect.Slice:
		return &Schema{Type: Types{"array"}, Items: b.value(t.Elem())}
	case reflect.Map:
		return &Schema{Type: Types{"object"}, AdditionalProperties: b.value(t.Elem())}
	case reflect.Struct:
		return b.structure(t)
	}
	return &Schema{} // anything
}

func (b *builder) oneOf(v several) *Schema {
	s := &Schema{}
	for _, shape := range v.OneOf() {
		s.AnyOf = append(s.AnyOf, b.value(reflect.TypeOf(shape)))
	}
	return s
}

// structure is an object: a component of its own where its type has a name.
func (b *builder) structure(t reflect.Type) *Schema {
	if t.Name() == "" || b.flat {
		return b.object(t)
	}
	name := b.name(t)
	if _, made := b.schemas.Get(name); !made {
		placed := &Schema{}
		b.schemas.add(name, placed)
		*placed = *b.object(t)
		placed.Description = b.source.about(t)
		if item, ok := listOf(t); ok {
			placed.Title, placed.Description = "List of "+b.name(item), "A part of a list."
		}
	}
	return &Schema{Ref: "#/components/schemas/" + name}
}

// object lists the properties of a struct in their order.
func (b *builder) object(t reflect.Type) *Schema {
	s := &Schema{Type: Types{"object"}}
	b.properties(t, b.source.of(t.PkgPath()).fields[bare(t)], s)
	return s
}

func (b *builder) properties(t reflect.Type, words map[string]string, s *Schema) {
	for f := range fields(t) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-" || !f.IsExported() && !f.Anonymous:
		case f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct:
			b.properties(f.Type, b.source.of(f.Type.PkgPath()).fields[bare(f.Type)], s)
		default:
			s.Properties.add(name, b.property(f, words[name]))
			if !strings.Contains(options, "omit") {
				s.Required = append(s.Required, name)
			}
		}
	}
}

func (b *builder) property(f reflect.StructField, comment string) *Schema {
	schema := b.value(f.Type)
	if list, ok := f.Tag.Lookup("enum"); ok {
		for _, v := range strings.Split(list, ",") {
			schema.Enum = append(schema.Enum, v)
		}
	}
	if doc := sentence(f.Tag.Get("doc")); doc != "" {
		comment = doc
	}
	return describe(schema, comment)
}

// fields walks the fields of a struct.
func fields(t reflect.Type) func(yield func(reflect.StructField) bool) {
	return func(yield func(reflect.StructField) bool) {
		for i := range t.NumField() {
			if !yield(t.Field(i)) {
				return
			}
		}
	}
}
