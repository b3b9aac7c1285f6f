package openapi

import (
	"reflect"

	"stint/shared/wire"
)

// inputSchema is the schema of a value in a request.
func (b *builder) inputSchema(w wire.Schema) *Schema {
	switch w.Kind {
	case wire.Object:
		return b.inputObjectSchema(w, nil)
	case wire.Array:
		return &Schema{Type: Types{"array"}, Items: b.inputSchema(*w.Items), MinItems: w.MinItems.Pointer(),
			MaxItems: w.MaxItems.Pointer()}
	case wire.String:
		return b.inputTextSchema(w)
	}
	s := &Schema{Type: Types{string(w.Kind)}, Minimum: w.Minimum.Pointer(), Maximum: w.Maximum.Pointer()}
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
		s.MinLength = w.MinLength.Pointer()
	}
	if w.MaxLength.Set {
		s.MaxLength = w.MaxLength.Pointer()
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
func (b *builder) inputObjectSchema(w wire.Schema, words map[string]string) *Schema {
	s := &Schema{Type: Types{"object"}}
	if w.Type.Name() != "" {
		words, s.ofType = b.source.fieldComments(w.Type), b.source.typeDescription(w.Type)
	}
	for _, p := range w.Properties {
		schema := b.inputSchema(p.Schema)
		if p.Nullable {
			schema = withNull(schema)
		}
		s.Properties.add(p.Name, addDescription(schema, words[p.Declared]))
		if p.Required {
			s.Required = append(s.Required, p.Name)
		}
	}
	return s
}
