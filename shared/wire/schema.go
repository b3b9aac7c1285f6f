package wire

import (
	"reflect"

	"stint/shared/problem"
)

// Kind is the type of a value in JSON, by its name in JSON Schema.
type Kind string

// The kinds of values.
const (
	String  Kind = "string"
	Integer Kind = "integer"
	Boolean Kind = "boolean"
	Array   Kind = "array"
	Object  Kind = "object"
)

// TextParser is a type that parses itself from a text of the caller.
type TextParser interface {
	// ParseText sets the value and returns ""; for an invalid text it returns why.
	ParseText(text string) problem.FieldCode
}

// Schema describes the values of a type. Bounds are inclusive; a bound that was not
// declared is unset.
type Schema struct {
	Kind       Kind
	Type       reflect.Type    // T, without Optional, Change, Clearable or Nullable
	MinLength  Optional[int]   // strings, in runes
	MaxLength  Optional[int]   // strings, in runes
	Minimum    Optional[int64] // integers
	Maximum    Optional[int64] // integers
	MinItems   Optional[int]   // arrays
	MaxItems   Optional[int]   // arrays
	Enum       []string        // strings
	NoLinks    bool            // strings: refuses what looks like a link
	Items      *Schema         // arrays: the elements
	Properties []Property      // objects, in the order of declaration

	hasParser       bool           // the type is a TextParser
	mustBeSent      bool           // objects: the body, even if none of its properties is required
	takesText       bool           // arrays in a body: also a text with the elements separated by commas, as in a query
	lowest, highest int64          // integers: the bounds by tags and by the type
	byName          map[string]int // objects: index in Properties, by either spelling
}

// Property is one property of an object, or one query parameter.
type Property struct {
	Name     string // in camelCase
	Declared string // as the tag has it
	Alias    string // in snake_case, accepted as well; often the same
	Required bool
	Nullable bool // null is accepted: it clears a Clearable, is a value of a Nullable, and is like absent for an Optional
	Schema

	presence presence
	index    []int // of the Go field
}

// Request describes what Read takes from a request.
type Request struct {
	Query        []Property
	Body         Optional[Schema] // unset: no property of the body is known
	Form         bool             // the body is a form, not JSON
	BodyRequired bool             // the body must be sent: a property of it is required, or it is declared so
	File         *FileSchema      // the body is a file; nil when it is none
}

// Describe describes what Read takes for the struct type in. The result is a copy that
// the caller may change. It panics for the declarations for which Check panics.
func Describe(in reflect.Type) Request {
	found := inspect(in)
	described := Request{Query: found.query.clone().Properties, Form: found.isForm, File: found.file}
	if found.bodyIndex != nil {
		described.Body = Some(*found.body.clone())
		described.BodyRequired = found.body.hasRequired()
	}
	return described
}

// clone makes a deep copy of the exported part of a schema.
func (s *Schema) clone() *Schema {
	if s == nil {
		return nil
	}
	c := *s
	c.Enum = append([]string(nil), s.Enum...)
	c.Items = s.Items.clone()
	c.byName = nil
	c.Properties = append([]Property(nil), s.Properties...)
	for i := range c.Properties {
		c.Properties[i].Schema = *c.Properties[i].Schema.clone()
		c.Properties[i].index = nil
	}
	return &c
}

// hasRequired reports whether an object has a required property, or must be sent all the same.
func (s *Schema) hasRequired() bool {
	if s.mustBeSent {
		return true
	}
	for i := range s.Properties {
		if s.Properties[i].Required {
			return true
		}
	}
	return false
}
