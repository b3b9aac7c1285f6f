package wire

import (
	"reflect"

	"stint/shared/problem"
)

// Kind is the form a value has in JSON, by its name in JSON Schema.
type Kind string

// The kinds of values.
const (
	String  Kind = "string"
	Integer Kind = "integer"
	Boolean Kind = "boolean"
	Array   Kind = "array"
	Object  Kind = "object"
)

// TextParser is a type that reads itself from a caller's text and says what is
// wrong with it; "" is fine.
type TextParser interface {
	ParseText(text string) problem.FieldCode
}

// Schema describes the values of a type. Bounds are inclusive and unset where
// none was declared.
type Schema struct {
	Kind       Kind
	Type       reflect.Type    // T itself, without Optional and its like
	MinLength  Optional[int]   // strings, in runes
	MaxLength  Optional[int]   // strings, in runes
	Minimum    Optional[int64] // integers
	Maximum    Optional[int64] // integers
	MinItems   Optional[int]   // arrays
	MaxItems   Optional[int]   // arrays
	Enum       []string        // strings
	Items      *Schema         // arrays: the elements
	Properties []Property      // objects, in the order of declaration

	hasParser       bool           // the type is a TextParser
	lowest, highest int64          // integers: the bounds of tag and type together
	byName          map[string]int // objects: place in Properties, by either spelling
}

// Property is one property of an object, or one query parameter.
type Property struct {
	Name     string // in camelCase
	Alias    string // in snake_case, accepted as well; often the same
	Required bool
	Nullable bool // null is accepted: it clears a Clearable, is a value of a Nullable and means nothing to an Optional
	Doc      string
	Schema

	presence presence
	index    []int // of the Go field
}

// Request describes all that is read from a request.
type Request struct {
	Query        []Property
	Body         Optional[Schema] // unset: the body is not looked at
	Form         bool             // the body is a form, not JSON
	BodyRequired bool             // at least one property of the body is
}

// Describe tells what Read takes for the struct type in. The description is
// the caller's own copy. It panics where Check does.
func Describe(in reflect.Type) Request {
	found := inspect(in)
	described := Request{Query: found.query.clone().Properties, Form: found.isForm}
	if found.body != nil {
		described.Body = Some(*found.body.clone())
		described.BodyRequired = found.body.hasRequired()
	}
	return described
}

// clone copies the exported part of a schema, all the way down.
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

// hasRequired tells whether an object of this schema must hold anything at all.
func (s *Schema) hasRequired() bool {
	for i := range s.Properties {
		if s.Properties[i].Required {
			return true
		}
	}
	return false
}
