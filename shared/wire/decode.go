package wire

import (
	"reflect"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"stint/shared/problem"
)

// object reads an object into a struct.
func (r *reader) object(s *Schema, t *trace, into reflect.Value) error {
	if _, err := r.decoder.ReadToken(); err != nil {
		return err
	}
	for {
		switch r.decoder.PeekKind() {
		case '"':
			if err := r.member(s, t, into); err != nil {
				return err
			}
			continue
		case '}':
			r.missing(s, t)
		}
		_, err := r.decoder.ReadToken()
		return err
	}
}

// member reads one name and its value.
func (r *reader) member(s *Schema, t *trace, into reflect.Value) error {
	name, err := r.string()
	if err != nil {
		return err
	}
	n, known := s.byName[string(name)]
	if !known || !r.first(s, t, n, string(name)) {
		return r.decoder.SkipValue()
	}
	p := &s.Properties[n]
	r.inProperty(p, func() { err = r.property(p, &t.sent[n], into) })
	return err
}

func (r *reader) property(p *Property, told *sent, into reflect.Value) error {
	if r.decoder.PeekKind() != 'n' {
		told.below = fork(&p.Schema)
		return r.value(&p.Schema, told.below, p.begin(into))
	}
	if p.presence.pointed() {
		into.FieldByIndex(p.index).Field(1).SetBool(true)
	}
	if !p.Nullable {
		r.issues.Add(r.at(), problem.Required)
	}
	return r.decoder.SkipValue()
}

// value reads a value that is not null, or reports that it has the wrong type.
func (r *reader) value(s *Schema, t *trace, into reflect.Value) error {
	if s.kindOf(r.decoder.PeekKind()) {
		switch s.Kind {
		case Object:
			return r.object(s, t, into)
		case Array:
			return r.array(s, t, into)
		}
		return r.scalar(s, into)
	}
	r.report(wrongType)
	return r.decoder.SkipValue()
}

func (s *Schema) kindOf(sent jsontext.Kind) bool {
	switch s.Kind {
	case Object:
		return sent == '{'
	case Array:
		return sent == '['
	case String:
		return sent == '"'
	case Integer:
		return sent == '0'
	}
	return sent == 't' || sent == 'f'
}

func (r *reader) scalar(s *Schema, into reflect.Value) error {
	var text []byte
	var err error
	if s.Kind == String {
		text, err = r.string()
	} else {
		text, err = r.decoder.ReadValue()
	}
	if err == nil {
		r.report(s.set(into, string(text)))
	}
	return err
}

// string reads a string; it is good until the next call.
func (r *reader) string() ([]byte, error) {
	quoted, err := r.decoder.ReadValue()
	if err != nil {
		return nil, err
	}
	r.text, err = jsontext.AppendUnquote(r.text[:0], quoted)
	return r.text, err
}

// array reads an array into a slice, which is not nil then. Elements beyond
// maxItems, or after the last problem that is kept, are read past.
func (r *reader) array(s *Schema, t *trace, into reflect.Value) error {
	if _, err := r.decoder.ReadToken(); err != nil {
		return err
	}
	into.Set(reflect.MakeSlice(s.Type, 0, 0))
	n := 0
	for ; ; n++ {
		if kind := r.decoder.PeekKind(); kind == ']' || kind == 0 {
			break
		}
		if err := r.item(s, t, into, n); err != nil {
			return err
		}
	}
	r.report(s.checkCount(n))
	_, err := r.decoder.ReadToken()
	return err
}

func (r *reader) item(s *Schema, t *trace, into reflect.Value, n int) error {
	if n >= s.MaxItems.Or(n+1) || r.issues.full() {
		return r.decoder.SkipValue()
	}
	into.Grow(1)
	into.SetLen(n + 1)
	size := len(r.path)
	defer func() { r.path = r.path[:size] }()
	r.path = strconv.AppendInt(append(r.path, '['), int64(n), 10)
	r.path = append(r.path, ']')
	if r.decoder.PeekKind() == 'n' {
		r.report(finding{code: problem.Required})
		return r.decoder.SkipValue()
	}
	below := fork(s.Items)
	if below != nil {
		// An element that was null has no trace, but keeps its index.
		t.items = append(t.items, make([]*trace, n+1-len(t.items))...)
		t.items[n] = below
	}
	return r.value(s.Items, below, into.Index(n))
}
