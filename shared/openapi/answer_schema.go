package openapi

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// multiVariant is an answer with several shapes.
type multiVariant interface{ OneOf() []any }

// answerSchema is the schema of the JSON that a Go type is encoded as.
func (b *builder) answerSchema(t reflect.Type) *Schema {
	if schema, ok := b.textSchema(t); ok {
		schema.Pattern = "" // a rule for requests: in an answer, the text may be empty
		return openEnum(schema)
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
		b.nameInnerObjects(name, schema)
		if typePath(t) == listType {
			schema.Description = "A page of a list."
		}
	}
	return &Schema{Ref: "#/components/schemas/" + name}
}

// openEnum turns the values of a string in an answer into documented ones, because later
// versions of the service may add values.
func openEnum(s *Schema) *Schema {
	if s.Enum != nil {
		s.ExtensibleEnum, s.Enum = s.Enum, nil
		s.Description = valuesSentence(s.ExtensibleEnum)
	}
	return s
}

func valuesSentence(values []any) string {
	return "One of " + joinWords(values) + "; more may be added."
}

func joinWords(values []any) string {
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = fmt.Sprint(v)
	}
	return strings.Join(words, ", ")
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
	}
}

// withNullOf moves null and the description from an object to a reference to it.
func withNullOf(object, reference *Schema) *Schema {
	if slices.Contains(object.Type, "null") {
		object.Type, reference = Types{"object"}, withNull(reference)
	}
	return addDescription(reference, object.Description)
}

// objectSchema lists the properties of a struct in their order.
func (b *builder) objectSchema(t reflect.Type) *Schema {
	s := &Schema{Type: Types{"object"}}
	b.addProperties(t, b.source.packageComments(t.PkgPath()).fields[baseName(t)], s)
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
	if doc := toSentence(f.Tag.Get("doc")); doc != "" {
		comment = doc
	}
	return addDescription(schema, comment)
}
