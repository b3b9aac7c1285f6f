package openapi

import (
	"reflect"

	"stint/shared/route"
	"stint/shared/wire"
)

// spelling is said of every request body.
const spelling = "Every property may be written in snake_case as well (project_id for projectId). Unknown properties are ignored."

// parameters lists what an operation takes in the path, the query and headers.
func (b *builder) parameters(spec route.Spec, in wire.Request) []*Parameter {
	var all []*Parameter
	for _, name := range spec.Params() {
		all = append(all, pathParameter(name))
	}
	words := b.commentsOf(spec.Op.In)
	for _, p := range in.Query {
		all = append(all, &Parameter{
			Name: p.Name, In: "query", Required: p.Required,
			Description: words.of(p), Schema: b.sent(p.Schema),
		})
	}
	if spec.Creates {
		all = append(all, &Parameter{Ref: "#/components/parameters/IdempotencyKey"})
	}
	if b.guarded(spec) {
		all = append(all, &Parameter{Ref: "#/components/parameters/IfMatch"})
	}
	return all
}

func pathParameter(name string) *Parameter {
	p := &Parameter{Name: name, In: "path", Required: true, Schema: &Schema{Type: Types{"string"}}}
	if route.IsID(name) {
		p.Schema.Format = "uuid"
	}
	return p
}

// body describes a request's body; nil where none is read. Operations that
// take the same type share its schema.
func (b *builder) body(spec route.Spec, in wire.Request) *RequestBody {
	if !in.Body.Set {
		return nil
	}
	name, known := b.bodies[spec.Op.In]
	if !known {
		name = pascal(spec.ID) + "Request"
		b.bodies[spec.Op.In] = name
		placed := b.sentObject(in.Body.Value, b.commentsOf(spec.Op.In).below(spec.Op.In))
		placed.Title = "Body of " + spec.ID
		b.schemas.add(name, placed)
	}
	media := "application/json"
	if in.Form {
		media = wire.FormType
	}
	return &RequestBody{
		Required: in.BodyRequired, Description: spelling,
		Content: Map[*MediaType]{{media, &MediaType{Schema: &Schema{Ref: "#/components/schemas/" + name}}}},
	}
}

// sent is the schema of what a caller sends.
func (b *builder) sent(w wire.Schema) *Schema {
	switch w.Kind {
	case wire.Object:
		return b.sentObject(w, comments{})
	case wire.Array:
		return &Schema{Type: Types{"array"}, Items: b.sent(*w.Items), MinItems: bound(w.MinItems), MaxItems: bound(w.MaxItems)}
	case wire.String:
		return b.sentText(w)
	}
	s := &Schema{Type: Types{string(w.Kind)}, Minimum: bound(w.Minimum), Maximum: bound(w.Maximum)}
	switch {
	case w.Kind == wire.Integer && w.Type.Kind() == reflect.Int32:
		s.Format = "int32"
	case w.Kind == wire.Integer:
		s.Format = "int64"
	}
	return s
}

func (b *builder) sentText(w wire.Schema) *Schema {
	s, ok := b.text(w.Type)
	if !ok {
		s = &Schema{Type: Types{"string"}}
	}
	if w.MinLength.Set {
		s.MinLength = bound(w.MinLength)
	}
	if w.MaxLength.Set {
		s.MaxLength = bound(w.MaxLength)
	}
	if w.Enum != nil {
		s.Enum = nil
		for _, v := range w.Enum {
			s.Enum = append(s.Enum, v)
		}
	}
	return s
}

// sentObject lists the properties of an object that a caller sends.
func (b *builder) sentObject(w wire.Schema, words comments) *Schema {
	s := &Schema{Type: Types{"object"}}
	if w.Type.Name() != "" {
		words = b.commentsOf(w.Type)
	}
	for _, p := range w.Properties {
		schema := b.sent(p.Schema)
		if p.Nullable {
			schema = nullable(schema)
		}
		s.Properties.add(p.Name, describe(schema, words.of(p)))
		if p.Required {
			s.Required = append(s.Required, p.Name)
		}
	}
	return s
}

func bound[T any](o wire.Optional[T]) *T {
	if !o.Set {
		return nil
	}
	return &o.Value
}

// bodyField is the field Body or Form; ok is false without one.
func bodyField(in reflect.Type) (f reflect.StructField, ok bool) {
	if f, ok = in.FieldByName("Body"); ok {
		return f, true
	}
	return in.FieldByName("Form")
}

// comments are the remarks on the fields of a request.
type comments struct {
	source *source
	holder reflect.Type
	words  map[string]string // by name on the wire
}

// commentsOf collects the remarks on a struct's fields, those of embedded
// structs included.
func (b *builder) commentsOf(t reflect.Type) comments {
	c := comments{source: b.source, holder: t, words: map[string]string{}}
	c.collect(t)
	return c
}

func (c comments) collect(t reflect.Type) {
	for name, text := range c.source.of(t.PkgPath()).fields[bare(t)] {
		c.words[name] = text
	}
	for f := range fields(t) {
		if f.Anonymous && f.Type.Kind() == reflect.Struct {
			c.collect(f.Type)
		}
	}
}

// below is the remarks on the fields of the request's body.
func (c comments) below(in reflect.Type) comments {
	body, ok := bodyField(in)
	if !ok || body.Type.Name() != "" {
		return comments{}
	}
	inner := comments{source: c.source, words: map[string]string{}}
	inner.collect(body.Type)
	for name, text := range c.source.of(c.holder.PkgPath()).fields[bare(c.holder)+"."+body.Name] {
		inner.words[name] = text
	}
	return inner
}

// of is the remark on a property: its tag doc, else its comment.
func (c comments) of(p wire.Property) string {
	for _, text := range []string{p.Doc, c.words[p.Name], c.words[p.Alias]} {
		if text != "" {
			return sentence(text)
		}
	}
	return ""
}
