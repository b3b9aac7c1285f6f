package openapi

import (
	"encoding"
	"reflect"
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/wire"
)

// formats are the schemas of text types. A type without a registered format has a
// description instead.
var formats = map[reflect.Type]Schema{
	reflect.TypeFor[domain.ID]():       {Format: "uuid"},
	reflect.TypeFor[domain.Instant]():  {Format: "date-time"},
	reflect.TypeFor[domain.Date]():     {Format: "date"},
	reflect.TypeFor[domain.Email]():    {Format: "email", MaxLength: new(254)},
	reflect.TypeFor[domain.Timezone](): {Description: "IANA time zone, such as Europe/Berlin."},
	reflect.TypeFor[domain.Language](): {Description: "BCP 47 language tag, such as de or pt-BR.", MaxLength: new(35)},
	reflect.TypeFor[domain.Currency](): {Description: "ISO 4217 currency code, such as EUR.", Pattern: "^[A-Za-z]{3}$"},
	reflect.TypeFor[domain.Name]():     {Pattern: namePattern},
	reflect.TypeFor[feed.WebhookURL](): {Format: "uri", Pattern: "^https?://[!-~]+$", MaxLength: new(2000)},
	reflect.TypeFor[domain.ExternalID](): {Description: "The id that another system has for it. Visible ASCII.",
		Pattern: "^[!-~]+$"},
	reflect.TypeFor[feed.EventName](): {ExtensibleEnum: eventNames()},
	reflect.TypeFor[domain.Color]():   {Description: "Colour as #rrggbb.", Pattern: "^#[0-9a-fA-F]{6}$"},
}

// namePattern refuses control characters, but for white space at both ends, which is
// trimmed.
const namePattern = `^[\t-\r\x85 ]*[^\x00-\x1f\x7f-\x9f]*[\t-\r\x85 ]*$`

func eventNames() (all []any) {
	for _, name := range feed.EventNames() {
		all = append(all, name)
	}
	return all
}

var (
	textType   = reflect.TypeFor[encoding.TextMarshaler]()
	parserType = reflect.TypeFor[wire.TextParser]()
)

// textSchema is the schema of a string or of a type that is encoded as one; ok is false
// for other types.
func (b *builder) textSchema(t reflect.Type) (schema *Schema, ok bool) {
	if t.Kind() == reflect.Pointer { // it has the methods of its element, but may be null
		return nil, false
	}
	format, known := formats[t]
	if !known && t.Kind() != reflect.String && !t.Implements(textType) {
		return nil, false
	}
	schema = &format
	schema.Type = Types{"string"}
	for _, v := range b.valuesOf(t) {
		schema.Enum = append(schema.Enum, v)
	}
	return schema, true
}

// valuesOf lists the values of a string type: those that it lists itself, or its constants
// in the source. A type with a parser and without a list has none.
func (b *builder) valuesOf(t reflect.Type) []string {
	if list, ok := reflect.Zero(t).Interface().(interface{ Values() []string }); ok {
		return list.Values()
	}
	if t.PkgPath() == "" || reflect.PointerTo(t).Implements(parserType) {
		return nil
	}
	return b.source.of(t.PkgPath()).values[t.Name()]
}

// withNull is the schema s or null.
func withNull(s *Schema) *Schema {
	if s.Ref != "" || len(s.AnyOf) > 0 || s.Enum != nil {
		return &Schema{AnyOf: []*Schema{s, {Type: Types{"null"}}}}
	}
	if len(s.Type) == 0 || slices.Contains(s.Type, "null") {
		return s
	}
	s.Type = append(slices.Clone(s.Type), "null")
	return s
}

// addDescription adds a description to a schema, before the one of its type.
func addDescription(s *Schema, description string) *Schema {
	switch {
	case description == "":
	case s.Description == "":
		s.Description = description
	default:
		s.Description = description + " " + s.Description
	}
	return s
}
