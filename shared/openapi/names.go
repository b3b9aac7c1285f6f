package openapi

import (
	"reflect"
	"strings"
	"unicode"

	"stint/shared/route"
)

// namer gives types their names among the component schemas. Types with the same name and
// the same shape share a schema. Where shapes differ, shared types and the family with
// that name keep the plain name, and the others get their family's name as prefix.
type namer struct {
	order []reflect.Type
	shape map[reflect.Type]string
	short map[reflect.Type]string
}

// nameOf is the schema name of a registered type. All types must be registered before.
func (n *namer) nameOf(t reflect.Type) string {
	short, of := n.short[t], familyName(t)
	for _, other := range n.order {
		if of != "" && of != short && n.short[other] == short && n.shape[other] != n.shape[t] {
			return of + short
		}
	}
	return short
}

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
		if _, known := b.names.shape[t]; t.Name() != "" && !known {
			b.names.order = append(b.names.order, t)
			b.names.short[t], b.names.shape[t] = b.shortNameFor(t, spec), b.shapeOf(t)
		}
	}
}

// shortNameFor is the schema name of a type unless it conflicts with another: the one of its directive
// openapi:schema, or its own. A name that only repeats the operation, such as stop, gets the family as
// prefix.
func (b *builder) shortNameFor(t reflect.Type, spec route.Spec) string {
	if inner, ending, ok := b.genericName(t); ok {
		return b.shortNameFor(inner, spec) + ending
	}
	if name, ok := b.source.of(t.PkgPath()).names[baseName(t)]; ok {
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
	if inner, ending, ok := b.genericName(t); ok && inner.Kind() == reflect.Struct {
		return b.schemaName(inner) + ending
	}
	return b.names.nameOf(t)
}

// genericName is what the schema of a generic answer is named by: the type of a field, or of the items of
// that field, and an ending, which its directive has as in Items+List. ok is false for other types.
func (b *builder) genericName(t reflect.Type) (inner reflect.Type, ending string, ok bool) {
	field, ending, ok := strings.Cut(b.source.of(t.PkgPath()).names[baseName(t)], "+")
	if !ok {
		return nil, "", false
	}
	f, _ := t.FieldByName(field)
	if inner = f.Type; inner.Kind() == reflect.Slice {
		inner = inner.Elem()
	}
	return inner, ending, true
}

// requestName is the schema name of the body of an operation: the record, the operation
// and Request.
func requestName(id string) string {
	parts := strings.Split(strings.TrimSuffix(id, route.TwinSuffix), ".")
	last := len(parts) - 1
	for i, record := range parts[:last] {
		if parts[i] = singular(record); record == "clients" {
			parts[i] = "customer" // Client is the program in every generated package
		}
	}
	return pascal(strings.Join(parts, ".")) + "Request"
}

// familyName is the singular name of the family that a type belongs to, such as Project;
// "" for types that families share.
func familyName(t reflect.Type) string {
	folder, ok := strings.CutPrefix(t.PkgPath(), module+"functions/")
	if !ok {
		return ""
	}
	return pascal(singular(folder))
}

func singular(word string) string {
	if stem, ok := strings.CutSuffix(word, "ies"); ok {
		return stem + "y"
	}
	return strings.TrimSuffix(word, "s")
}

// shortName is the name of a type without the endings Answer, Input and Output. A type
// that is just called answer gets the name of its family.
func shortName(t reflect.Type) string {
	name := baseName(t)
	for _, ending := range []string{"Answer", "Input", "Output"} {
		if rest := strings.TrimSuffix(name, ending); rest != "" {
			name = rest
		}
	}
	if of := familyName(t); name == "answer" && of != "" {
		return of
	}
	return pascal(name)
}

// pascal turns timers.start, billing-job and stop into TimersStart, BillingJob
// and Stop.
func pascal(name string) string {
	var out strings.Builder
	up := true
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			up = true
		case up:
			out.WriteRune(unicode.ToUpper(r))
			up = false
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}
