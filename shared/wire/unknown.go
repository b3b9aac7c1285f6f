package wire

import (
	"reflect"
	"slices"
	"strings"

	"stint/shared/problem"
)

// MaxUnknownNames is how many unknown names of one request are kept.
const MaxUnknownNames = 20

// maxUnknownLength is how many bytes of one unknown name are kept, in its encoded form.
const maxUnknownLength = 200

// UnknownName is a name that was sent but is not declared.
type UnknownName struct {
	Name       string // encoded, with what leads to it: items[3].budgetHours
	Suggestion string // the known name that the caller most likely meant, such as projectId; "" is none
	InQuery    bool   // it is a query parameter, and no property of the body
}

// String is the name, with the suggestion after it: projct (projectId?).
func (u UnknownName) String() string {
	if u.Suggestion == "" {
		return u.Name
	}
	return u.Name + " (" + u.Suggestion + "?)"
}

// Unknown are the names of query parameters and properties that were sent but are not
// declared, in the order and the spelling of the request. There are at most MaxUnknownNames,
// each once. All bytes of a name but letters, digits,
// -, _ and ~ are percent-encoded, so that dots and brackets only separate names. An
// empty name is "". A name of more than 200 bytes is cut.
func (i *Issues) Unknown() []UnknownName { return i.unknown }

// UnknownErr is Err with the unknown names alone. It is nil unless ReadStrict found
// one.
func (i *Issues) UnknownErr() error {
	only := Issues{found: slices.DeleteFunc(slices.Clone(i.found),
		func(one issue) bool { return one.Code != problem.UnknownProperty })}
	return only.Err()
}

// AcceptUnknown removes the issues of a query parameter that is not declared, because the
// operation uses it all the same. Unknown stays as it is.
func (i *Issues) AcceptUnknown(parameter string) {
	i.found = slices.DeleteFunc(i.found, func(one issue) bool {
		return one.Code == problem.UnknownProperty && one.Field.Field == parameter && one.key[0] == inQuery
	})
}

// FindUnknown is the Unknown of a request to In, without its other issues. It is empty
// when Read would return an error.
func FindUnknown(in reflect.Type, query, contentType, contentEncoding string, body []byte) []UnknownName {
	r := reader{issues: &Issues{request: inspect(in)}}
	if err := r.read(query, contentType, contentEncoding, body, reflect.New(in).Elem()); err != nil {
		return nil
	}
	return r.issues.unknown
}

// reportUnknown records a name that the schema does not have. In strict handling, it is
// an issue. Such an issue does not make the values around it less usable, so that they
// are checked as without it.
func (r *reader) reportUnknown(s *Schema, t *trace, name string) {
	prefix, key := r.locateObject(t)
	t.count++
	shown := UnknownName{prefix + encodeName(name), s.suggest(name), t == &r.issues.query}
	if len(r.issues.unknown) < MaxUnknownNames && !slices.Contains(r.issues.unknown, shown) {
		r.issues.unknown = append(r.issues.unknown, shown)
	}
	if !r.strict {
		return
	}
	message := problem.UnknownProperty.Message()
	if shown.Suggestion != "" {
		message = "is not known here; did you mean " + shown.Suggestion + "?"
	}
	unknown := location{field: prefix + name, key: append(key, t.count)}
	r.issues.found = append(r.issues.found, unknown.issue(problem.UnknownProperty, message))
}

// keepsUnknown reports whether a further unknown name is recorded.
func (r *reader) keepsUnknown() bool {
	if r.strict {
		return !r.issues.isFull()
	}
	return len(r.issues.unknown) < MaxUnknownNames
}

// locateObject returns what the names in the object that is being read begin with, in
// the spelling of the request, and the position of the object.
func (r *reader) locateObject(t *trace) (prefix string, key []int32) {
	switch {
	case t == &r.issues.query:
		return "", []int32{inQuery}
	case len(r.path) == 0:
		return "", []int32{inBody}
	}
	object := r.issues.locate(r.currentPath())
	return object.field + ".", object.key
}

// encodeName percent-encodes a name, and cuts it after maxUnknownLength bytes.
func encodeName(name string) string {
	const hex = "0123456789ABCDEF"
	if name == "" {
		return `""`
	}
	var b strings.Builder
	for n := 0; n < len(name) && b.Len() <= maxUnknownLength-3; n++ {
		c := name[n]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '_', c == '~':
			b.WriteByte(c)
		default:
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		}
	}
	return b.String()
}

// trace remembers which declared properties of an object or array were sent, in which
// order and spelling. With it, issues that are found later can be sorted into the order
// of the request.
type trace struct {
	sent  []sentProperty // objects: by the index of the property in the schema; nil while none was sent
	count int32          // objects: how many declared names were read, repetitions included
	items []*trace       // arrays of objects
}

// sentProperty is how one property was sent.
type sentProperty struct {
	rank     int32 // position in the order sent, from 1; 0: absent
	alias    bool  // in the snake_case spelling
	repeated bool
	child    *trace
}

// recordSent records that the property at index was sent next, spelt as name.
func (t *trace) recordSent(s *Schema, index int, name string) *sentProperty {
	if t.sent == nil {
		t.sent = make([]sentProperty, len(s.Properties))
	}
	t.count++
	p := &t.sent[index]
	if p.rank == 0 {
		p.rank, p.alias = t.count, name != s.Properties[index].Name
	}
	return p
}

// absentRank sorts absent properties after those that were sent.
const absentRank = 1 << 30

// locateProperty returns the position of the property at index, its spelling, and the
// trace of its value. t may be nil: nothing was sent.
func (t *trace) locateProperty(s *Schema, index int) (rank int32, spelling string, child *trace) {
	p := &s.Properties[index]
	if t == nil || t.sent == nil || t.sent[index].rank == 0 {
		return absentRank + int32(index), p.Name, nil
	}
	seen := &t.sent[index]
	if seen.alias {
		return seen.rank, p.Alias, seen.child
	}
	return seen.rank, p.Name, seen.child
}

// child is the trace of the element at index; nil without one.
func (t *trace) child(index int) *trace {
	if t == nil || index >= len(t.items) {
		return nil
	}
	return t.items[index]
}

// newTrace makes the trace of a value with this schema; nil when the value has no
// objects.
func newTrace(s *Schema) *trace {
	inner := s
	for inner.Kind == Array {
		inner = inner.Items
	}
	if inner.Kind != Object {
		return nil
	}
	return &trace{}
}
