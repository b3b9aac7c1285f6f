package openapi

import (
	"reflect"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// multiVariant is an answer with several shapes.
type multiVariant interface{ OneOf() []any }

// answerSchema is the schema of the JSON that a Go type is encoded as.
func (b *builder) answerSchema(t reflect.Type) *Schema {
	if schema, ok := b.textSchema(t); ok {
		return schema
	}
	if v, ok := reflect.Zero(t).Interface().(multiVariant); ok {
		return b.anyOfSchema(v)
	}
	if t == reflect.TypeFor[jsontext.Value]() { // of an operation that describes it in words
		return &Schema{Type: Types{"object", "null"}, AdditionalProperties: &Schema{}}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return withNull(b.answerSchema(t.Elem()))
	case reflect.Bool:
		return &Schema{Type: Types{"boolean"}}
	case reflect.Int32:
		return &Schema{Type: Types{"integer"}, Format: "int32"}
	case reflect.Int, reflect.Int64, reflect.Uint32:
		return &Schema{Type: Types{"integer"}, Format: "int64"}
	case reflect.Float64:
		return &Schema{Type: Types{"number"}}
	case reflect.Slice:
		return &Schema{Type: Types{"array"}, Items: b.answerSchema(t.Elem())}
	case reflect.Map:
		return &Schema{Type: Types{"object"}, AdditionalProperties: b.answerSchema(t.Elem())}
	case reflect.Struct:
		return b.structSchema(t)
	}
	return &Schema{} // anything
}

func (b *builder) anyOfSchema(v multiVariant) *Schema {
	s := &Schema{}
	for _, shape := range v.OneOf() {
		s.AnyOf = append(s.AnyOf, b.answerSchema(reflect.TypeOf(shape)))
	}
	return s
}

// structSchema is the schema of an object. A type with a name becomes a component.
func (b *builder) structSchema(t reflect.Type) *Schema {
	if t.Name() == "" || b.inline {
		return b.objectSchema(t)
	}
	name := b.schemaName(t)
	if _, made := b.schemas.Get(name); !made {
		schema := &Schema{}
		b.schemas.add(name, schema)
		*schema = *b.objectSchema(t)
		schema.Description = b.source.typeDescription(t)
		if item, ok := listItemType(t); ok {
			schema.Title, schema.Description = "List of "+b.schemaName(item), "A page of a list."
		}
	}
	return &Schema{Ref: "#/components/schemas/" + name}
}

// objectSchema lists the properties of a struct in their order.
func (b *builder) objectSchema(t reflect.Type) *Schema {
	s := &Schema{Type: Types{"object"}}
	b.addProperties(t, b.source.packageComments(t.PkgPath()).fields[baseName(t)], s)
	return s
}

func (b *builder) addProperties(t reflect.Type, comments map[string]string, s *Schema) {
	for f := range fields(t) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-" || !f.IsExported() && !f.Anonymous:
		case f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct:
			b.addProperties(f.Type, b.source.packageComments(f.Type.PkgPath()).fields[baseName(f.Type)], s)
		default:
			s.Properties.add(name, b.propertySchema(f, comments[name]))
			if !strings.Contains(options, "omit") {
				s.Required = append(s.Required, name)
			}
		}
	}
}

func (b *builder) propertySchema(f reflect.StructField, comment string) *Schema {
	schema := b.answerSchema(f.Type)
	if list, ok := f.Tag.Lookup("enum"); ok {
		for _, v := range strings.Split(list, ",") {
			schema.Enum = append(schema.Enum, v)
		}
	}
	if doc := toSentence(f.Tag.Get("doc")); doc != "" {
		comment = doc
	}
	return addDescription(schema, comment)
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
