package openapi

import (
	"fmt"
	"reflect"
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
