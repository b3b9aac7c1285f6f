package openapi

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Map is a JSON object whose members keep their order.
type Map[T any] []Member[T]

// Member is one member of a Map.
type Member[T any] struct {
	Name  string
	Value T
}

// Get finds the value of a member; ok is false when there is none.
func (m Map[T]) Get(name string) (value T, ok bool) {
	for _, member := range m {
		if member.Name == name {
			return member.Value, true
		}
	}
	return value, false
}

// add appends a member.
func (m *Map[T]) add(name string, value T) { *m = append(*m, Member[T]{name, value}) }

// sort sorts the members by name.
func (m Map[T]) sort() {
	slices.SortFunc(m, func(a, b Member[T]) int { return strings.Compare(a.Name, b.Name) })
}

// MarshalJSONTo writes an object.
func (m Map[T]) MarshalJSONTo(out *jsontext.Encoder) error {
	if err := out.WriteToken(jsontext.BeginObject); err != nil {
		return err
	}
	for _, member := range m {
		if err := out.WriteToken(jsontext.String(member.Name)); err != nil {
			return err
		}
		if err := json.MarshalEncode(out, member.Value); err != nil {
			return err
		}
	}
	return out.WriteToken(jsontext.EndObject)
}

// Types are the JSON types that a value may have.
type Types []string

// MarshalJSONTo writes a single type as a string, several as an array.
func (t Types) MarshalJSONTo(out *jsontext.Encoder) error {
	if len(t) == 1 {
		return json.MarshalEncode(out, t[0])
	}
	return json.MarshalEncode(out, []string(t))
}

// JSON is the document as indented JSON.
func (d *Document) JSON() ([]byte, error) {
	out, err := json.Marshal(d, json.Deterministic(true), jsontext.WithIndent("  "))
	return append(out, '\n'), err
}
