package openapi

import (
	"fmt"
	"strconv"
	"strings"

	"stint/shared/route"
	"stint/shared/wire"
)

// requestBodyNote is the description of every request body.
const requestBodyNote = "Properties may also be written in snake_case (project_id for projectId). Unknown " +
	"properties are ignored, and named in the header Stint-Ignored."

// parameters lists the parameters of an operation in the path, the query and headers.
func (b *builder) parameters(spec route.Spec, in wire.Request) []*Parameter {
	var all []*Parameter
	for _, name := range spec.Params() {
		all = append(all, pathParameter(spec, name))
	}
	words := b.source.fieldComments(spec.Op.In)
	for _, p := range in.Query {
		description := words[p.Declared]
		all = append(all, &Parameter{
			Name: p.Declared, In: "query", Required: p.Required, Description: description,
			Schema: setDefault(b.inputSchema(p.Schema), description),
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
	p := &Parameter{Name: name, In: "path", Required: true, Description: describePathParameter(spec, name),
		Schema: &Schema{Type: Types{"string"}}}
	if route.IsIDParam(name) {
		p.Schema.Format = "uuid"
	}
	return p
}

// requestBody describes the body of a request; nil when none is read. Operations with the
// same input type share its schema.
func (b *builder) requestBody(spec route.Spec, in wire.Request) *RequestBody {
	if in.File != nil {
		return fileBody(spec, in.File)
	}
	if !in.Body.Set {
		return nil
	}
	name, known := b.bodies[spec.Op.In]
	if !known {
		name = requestName(spec.ID)
		b.bodies[spec.Op.In] = name
		schema := b.inputObjectSchema(in.Body.Value, b.source.bodyComments(spec.Op.In))
		schema.Description = "The body of the request: " + spec.Summary + "."
		b.nameInnerObjects(strings.TrimSuffix(name, "Request"), schema)
		b.schemas.add(name, schema)
	}
	return &RequestBody{
		Required: in.BodyRequired, Description: requestBodyNote,
		Content: Map[*MediaType]{{"application/json", &MediaType{Schema: &Schema{Ref: "#/components/schemas/" + name}}}},
	}
}

// fileBody describes a body that is a file as it is.
func fileBody(spec route.Spec, file *wire.FileSchema) *RequestBody {
	body := &RequestBody{Required: true, Description: fmt.Sprintf("%s: the file itself, at most %d bytes.", spec.Summary,
		file.MaxBytes)}
	for _, media := range file.Types {
		body.Content.add(media, &MediaType{Schema: &Schema{Type: Types{"string"}, Format: "binary"}})
	}
	return body
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
