package openapi

import (
	"reflect"
	"strings"

	"stint/shared/route"
	"stint/shared/wire"
)

// requestBodyNote is the description of every request body.
const requestBodyNote = "Properties may also be written in snake_case (project_id for projectId). Unknown properties are ignored, and named in the header Stint-Ignored."

// parameters lists the parameters of an operation in the path, the query and headers.
func (b *builder) parameters(spec route.Spec, in wire.Request) []*Parameter {
	var all []*Parameter
	for _, name := range spec.Params() {
		all = append(all, pathParameter(spec, name))
	}
	words := b.fieldCommentsOf(spec.Op.In)
	for _, p := range in.Query {
		description := words.descriptionOf(p)
		if description == "" {
			description = describeQuery(p.Name)
		}
		all = append(all, &Parameter{
			Name: p.Declared, In: "query", Required: p.Required, Description: description, Schema: b.inputSchema(p.Schema),
		})
	}
	if spec.Creates {
		all = append(all, &Parameter{Ref: "#/components/parameters/IdempotencyKey"})
	}
	if b.takesIfMatch(spec) {
		all = append(all, &Parameter{Ref: "#/components/parameters/IfMatch"})
	}
	return append(all, &Parameter{Ref: "#/components/parameters/Prefer"})
}

func pathParameter(spec route.Spec, name string) *Parameter {
	p := &Parameter{Name: name, In: "path", Required: true, Description: describePathParameter(spec, name), Schema: &Schema{Type: Types{"string"}}}
	if route.IsIDParam(name) {
		p.Schema.Format = "uuid"
	}
	return p
}

// requestBody describes the body of a request; nil when none is read. Operations with the
// same input type share its schema.
func (b *builder) requestBody(spec route.Spec, in wire.Request) *RequestBody {
	if !in.Body.Set {
		return nil
	}
	name, known := b.bodies[spec.Op.In]
	if !known {
		name = requestName(spec.ID)
		b.bodies[spec.Op.In] = name
		schema := b.inputObjectSchema(in.Body.Value, b.fieldCommentsOf(spec.Op.In).bodyComments(spec.Op.In))
		schema.Description = "The body of the request: " + spec.Summary + "."
		b.nameInnerObjects(strings.TrimSuffix(name, "Request"), schema)
		b.schemas.add(name, schema)
	}
	return &RequestBody{
		Required: in.BodyRequired, Description: requestBodyNote,
		Content: Map[*MediaType]{{"application/json", &MediaType{Schema: &Schema{Ref: "#/components/schemas/" + name}}}},
	}
}

// inputSchema is the schema of a value in a request.
func (b *builder) inputSchema(w wire.Schema) *Schema {
	switch w.Kind {
	case wire.Object:
		return b.inputObjectSchema(w, fieldComments{})
	case wire.Array:
		return &Schema{Type: Types{"array"}, Items: b.inputSchema(*w.Items), MinItems: optionalPointer(w.MinItems), MaxItems: optionalPointer(w.MaxItems)}
	case wire.String:
		return b.inputTextSchema(w)
	}
	s := &Schema{Type: Types{string(w.Kind)}, Minimum: optionalPointer(w.Minimum), Maximum: optionalPointer(w.Maximum)}
	switch {
	case w.Kind == wire.Integer && w.Type.Kind() == reflect.Int32:
		s.Format = "int32"
	case w.Kind == wire.Integer:
		s.Format = "int64"
	}
	return s
}

func (b *builder) inputTextSchema(w wire.Schema) *Schema {
	s, ok := b.textSchema(w.Type)
	if !ok {
		s = &Schema{Type: Types{"string"}}
	}
	if w.MinLength.Set {
		s.MinLength = optionalPointer(w.MinLength)
	}
	if w.MaxLength.Set {
		s.MaxLength = optionalPointer(w.MaxLength)
	}
	if w.Enum != nil {
		s.Enum = nil
		for _, v := range w.Enum {
			s.Enum = append(s.Enum, v)
		}
	}
	return s
}

// inputObjectSchema is the schema of an object in a request.
func (b *builder) inputObjectSchema(w wire.Schema, words fieldComments) *Schema {
	s := &Schema{Type: Types{"object"}}
	if w.Type.Name() != "" {
		words = b.fieldCommentsOf(w.Type)
	}
	for _, p := range w.Properties {
		schema := b.inputSchema(p.Schema)
		if p.Nullable {
			schema = withNull(schema)
		}
		s.Properties.add(p.Name, addDescription(schema, words.descriptionOf(p)))
		if p.Required {
			s.Required = append(s.Required, p.Name)
		}
	}
	return s
}

func optionalPointer[T any](o wire.Optional[T]) *T {
	if !o.Set {
		return nil
	}
	return &o.Value
}

// fieldComments are the comments of the fields of a request.
type fieldComments struct {
	source     *source
	structType reflect.Type
	byName     map[string]string // by JSON or query name
}

// fieldCommentsOf collects the comments of a struct's fields, including those of embedded
// structs.
func (b *builder) fieldCommentsOf(t reflect.Type) fieldComments {
	c := fieldComments{source: b.source, structType: t, byName: map[string]string{}}
	c.collect(t)
	return c
}

func (c fieldComments) collect(t reflect.Type) {
	for name, text := range c.source.packageComments(t.PkgPath()).fields[baseName(t)] {
		c.byName[name] = text
	}
	for f := range fields(t) {
		if f.Anonymous && f.Type.Kind() == reflect.Struct {
			c.collect(f.Type)
		}
	}
}

// bodyComments are the comments of the fields of the body.
func (c fieldComments) bodyComments(in reflect.Type) fieldComments {
	body, ok := in.FieldByName("Body")
	if !ok || body.Type.Name() != "" {
		return fieldComments{}
	}
	inner := fieldComments{source: c.source, byName: map[string]string{}}
	inner.collect(body.Type)
	for name, text := range c.source.packageComments(c.structType.PkgPath()).fields[baseName(c.structType)+"."+body.Name] {
		inner.byName[name] = text
	}
	return inner
}

// descriptionOf is the description of a property: its tag doc, else its comment.
func (c fieldComments) descriptionOf(p wire.Property) string {
	for _, text := range []string{p.Doc, c.byName[p.Name], c.byName[p.Alias]} {
		if text != "" {
			return toSentence(text)
		}
	}
	return ""
}
