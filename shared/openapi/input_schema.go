package openapi

import (
	"reflect"
	"strconv"
	"strings"

	"stint/shared/route"
	"stint/shared/wire"
)

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
		description := words.descriptionOf(p)
		s.Properties.add(p.Name, addDescription(schema, description))
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
			Name: p.Declared, In: "query", Required: p.Required, Description: description, Schema: setDefault(b.inputSchema(p.Schema), description),
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

// setDefault sets the default of a query parameter that its description names, as in "Default 50.",
// if the schema allows that value. Properties of bodies have none: generators such as
// openapi-typescript require a property that has a default.
func setDefault(s *Schema, description string) *Schema {
	_, rest, found := strings.Cut(description, "Default ")
	word, _, ended := strings.Cut(rest+" ", ". ")
	if found && ended && len(s.Type) > 0 {
		s.Default = defaultValue(s, word)
	}
	return s
}

// defaultValue is the value of a word in a schema; nil if the word is none of its values.
func defaultValue(s *Schema, word string) any {
	switch s.Type[0] {
	case "integer":
		if n, err := strconv.ParseInt(word, 10, 64); err == nil {
			return n
		}
	case "boolean":
		if is, err := strconv.ParseBool(word); err == nil {
			return is
		}
	case "array":
		if one := defaultValue(s.Items, word); one != nil {
			return []any{one}
		}
	case "string":
		for _, value := range s.Enum {
			if value == word {
				return word
			}
		}
	}
	return nil
}
