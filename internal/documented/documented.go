// Package documented checks JSON against the schemas of the OpenAPI document.
package documented

import (
	"bytes"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// documentURL names the document for the compiler, which reads no files.
const documentURL = "file:///openapi.json"

// Schemas are the schemas of a document. They are safe for concurrent use.
type Schemas struct {
	mu       sync.Mutex
	compiler *jsonschema.Compiler
}

// New reads a document. With closed, an object may have only the properties that its schema lists.
func New(document []byte, closed bool) (*Schemas, error) {
	whole, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
	if err != nil {
		return nil, err
	}
	if closed {
		closeObjects(whole)
	}
	s := &Schemas{compiler: jsonschema.NewCompiler()}
	s.compiler.DefaultDraft(jsonschema.Draft2020)
	s.compiler.AssertFormat()
	return s, s.compiler.AddResource(documentURL, whole)
}

// Check checks a value against the schema at a JSON pointer, such as #/components/schemas/Entry.
func (s *Schemas) Check(pointer string, value any) error {
	s.mu.Lock()
	schema, err := s.compiler.Compile(documentURL + pointer)
	s.mu.Unlock()
	if err != nil {
		return err
	}
	return schema.Validate(value)
}

// CheckText is Check of JSON text.
func (s *Schemas) CheckText(pointer string, text []byte) error {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	return s.Check(pointer, value)
}

func closeObjects(node any) {
	switch n := node.(type) {
	case map[string]any:
		if _, open := n["additionalProperties"]; n["type"] == "object" && n["properties"] != nil && !open {
			n["additionalProperties"] = false
		}
		for _, inner := range n {
			closeObjects(inner)
		}
	case []any:
		for _, inner := range n {
			closeObjects(inner)
		}
	}
}
