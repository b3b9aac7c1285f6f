package openapi

import (
	"reflect"
	"strings"

	"stint/shared/route"
)

// registerType registers all named structs of an answer with the namer.
func (b *builder) registerType(t reflect.Type, spec route.Spec) {
	if v, ok := reflect.Zero(t).Interface().(multiVariant); ok {
		for _, shape := range v.OneOf() {
			b.registerType(reflect.TypeOf(shape), spec)
		}
		return
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		b.registerType(t.Elem(), spec)
	case reflect.Struct:
		if _, text := b.textSchema(t); text {
			return
		}
		for f := range t.Fields() {
			b.registerType(f.Type, spec)
		}
		if t.Name() != "" && !b.names.isRegistered(t) {
			b.names.register(t, b.shortNameFor(t, spec), b.shapeOf(t))
		}
	}
}

// shortNameFor is the schema name of a type unless it conflicts with another. A name
// that only repeats the operation, such as stop, gets the family as prefix.
func (b *builder) shortNameFor(t reflect.Type, spec route.Spec) string {
	if inner, ending, ok := genericName(t); ok {
		return b.shortNameFor(inner, spec) + ending
	}
	if name, ok := schemaNames[typePath(t)]; ok {
		return name
	}
	short := shortName(t)
	if family, operation, _ := strings.Cut(spec.ID, "."); short == pascal(strings.TrimSuffix(operation, ".v1")) {
		return pascal(family) + short
	}
	return short
}

// shapeOf is the complete schema of a struct as text, to compare types.
func (b *builder) shapeOf(t reflect.Type) string {
	flat := builder{source: newSource(nil), inline: true}
	out, err := (&Document{Components: Components{Schemas: Map[*Schema]{{"", flat.answerSchema(t)}}}}).JSON()
	if err != nil {
		panic(err) // schemas have only types that JSON can encode
	}
	return string(out)
}

func (b *builder) schemaName(t reflect.Type) string {
	if inner, ending, ok := genericName(t); ok && inner.Kind() == reflect.Struct {
		return b.schemaName(inner) + ending
	}
	return b.names.nameOf(t)
}

// generics are the generic answers. The schema of one is named by the type of a field of it,
// or of the items of that field, and an ending.
var generics = map[string]struct{ field, ending string }{
	listType:                    {"Items", "List"},
	"shared/named.UpsertAnswer": {"Items", "List"},
	"shared/named.UpsertResult": {"Record", "UpsertResult"},
}

// listType is a page of a list.
const listType = "shared/route.List"

// genericName is what the schema of a generic answer is named by; ok is false for other
// types.
func genericName(t reflect.Type) (inner reflect.Type, ending string, ok bool) {
	generic, ok := generics[typePath(t)]
	if !ok {
		return nil, "", false
	}
	f, _ := t.FieldByName(generic.field)
	if inner = f.Type; inner.Kind() == reflect.Slice {
		inner = inner.Elem()
	}
	return inner, generic.ending, true
}
