package wire

import (
	"reflect"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"stint/shared/problem"
)

// readObject reads an object into a struct.
func (r *reader) readObject(s *Schema, t *trace, into reflect.Value) error {
	if _, err := r.decoder.ReadToken(); err != nil {
		return err
	}
	for {
		switch r.decoder.PeekKind() {
		case '"':
			if err := r.readMember(s, t, into); err != nil {
				return err
			}
			continue
		case '}':
			r.reportMissing(s, t)
		}
		_, err := r.decoder.ReadToken()
		return err
	}
}

// readMember reads one name and its value. Repeated members are skipped, and unknown
// ones are recorded and skipped.
func (r *reader) readMember(s *Schema, t *trace, into reflect.Value) error {
	name, err := r.readString()
	if err != nil {
		return err
	}
	n, known := s.byName[string(name)]
	if !known {
		if r.keepsUnknown() {
			r.reportUnknown(s, t, string(name))
		}
		return r.decoder.SkipValue()
	}
	if !r.markSent(s, t, n, string(name)) {
		return r.decoder.SkipValue()
	}
	p := &s.Properties[n]
	r.withProperty(p, func() { err = r.readProperty(p, &t.sent[n], into) })
	return err
}

// readProperty reads the value of a property, which may be null.
func (r *reader) readProperty(p *Property, seen *sentProperty, into reflect.Value) error {
	if r.decoder.PeekKind() != 'n' {
		seen.child = newTrace(&p.Schema)
		return r.readValue(&p.Schema, seen.child, p.prepareTarget(into))
	}
	if p.presence.isPointer() {
		into.FieldByIndex(p.index).Field(1).SetBool(true)
	}
	if !p.Nullable {
		r.issues.Add(r.currentPath(), problem.Required)
	}
	return r.decoder.SkipValue()
}

// readValue reads a value that is not null, or reports that its type is wrong.
func (r *reader) readValue(s *Schema, t *trace, into reflect.Value) error {
	if s.acceptsKind(r.decoder.PeekKind()) {
		switch s.Kind {
		case Object:
			return r.readObject(s, t, into)
		case Array:
			return r.readArray(s, t, into)
		}
		return r.readScalar(s, into)
	}
	if s.takesText && r.decoder.PeekKind() == '"' {
		text, err := r.readString()
		if err == nil {
			into.Set(reflect.MakeSlice(s.Type, 0, 0))
			r.readList(s, string(text), into)
		}
		return err
	}
	r.report(s.explain(problem.TypeInvalid))
	return r.decoder.SkipValue()
}

// acceptsKind reports whether a JSON value of this kind fits the schema.
func (s *Schema) acceptsKind(sent jsontext.Kind) bool {
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

func (r *reader) readScalar(s *Schema, into reflect.Value) error {
	var text []byte
	var err error
	if s.Kind == String {
		text, err = r.readString()
	} else {
		text, err = r.decoder.ReadValue()
	}
	if err == nil {
		literal := string(text)
		if s.Kind == Integer {
			literal = plainInteger(literal)
		}
		r.report(s.parseInto(into, literal))
	}
	return err
}

// readString reads a string. The result is valid until the next call.
func (r *reader) readString() ([]byte, error) {
	quoted, err := r.decoder.ReadValue()
	if err != nil {
		return nil, err
	}
	r.text, err = jsontext.AppendUnquote(r.text[:0], quoted)
	return r.text, err
}

// readArray reads an array into a slice, which is never nil afterwards. Elements beyond
// maxItems are skipped, and without maxItems those after MaxIssues issues.
func (r *reader) readArray(s *Schema, t *trace, into reflect.Value) error {
	if _, err := r.decoder.ReadToken(); err != nil {
		return err
	}
	into.Set(reflect.MakeSlice(s.Type, 0, 0))
	n := 0
	for ; ; n++ {
		if kind := r.decoder.PeekKind(); kind == ']' || kind == 0 {
			break
		}
		if err := r.readItem(s, t, into, n); err != nil {
			return err
		}
	}
	r.report(s.checkCount(n))
	_, err := r.decoder.ReadToken()
	return err
}

// readItem reads the element with index n.
func (r *reader) readItem(s *Schema, t *trace, into reflect.Value, n int) error {
	if n >= s.MaxItems.Or(n+1) || !s.MaxItems.Set && r.issues.isFull() {
		return r.decoder.SkipValue()
	}
	into.Grow(1)
	into.SetLen(n + 1)
	size := len(r.path)
	defer func() { r.path = r.path[:size] }()
	r.path = strconv.AppendInt(append(r.path, '['), int64(n), 10)
	r.path = append(r.path, ']')
	if r.decoder.PeekKind() == 'n' {
		r.report(violation{code: problem.Required})
		return r.decoder.SkipValue()
	}
	child := newTrace(s.Items)
	if child != nil {
		// A null element has no trace, but keeps its index.
		t.items = append(t.items, make([]*trace, n+1-len(t.items))...)
		t.items[n] = child
	}
	return r.readValue(s.Items, child, into.Index(n))
}
