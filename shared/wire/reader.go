package wire

import (
	"reflect"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"

	"stint/shared/pattern"
	"stint/shared/problem"
)

// reader reads one request. Its methods return an error only when the body is not
// well-formed. A value that violates the schema becomes an issue, and reading goes on.
type reader struct {
	issues  *Issues
	strict  bool // unknown names are issues
	decoder *jsontext.Decoder
	path    []byte // of the property being read, in the declared spelling
	text    []byte // buffer for strings
}

func (r *reader) currentPath() string { return string(r.path) }

// withProperty runs do while the current path is that of the property.
func (r *reader) withProperty(p *Property, do func()) {
	size := len(r.path)
	if size > 0 {
		r.path = append(r.path, '.')
	}
	r.path = append(r.path, p.Name...)
	do()
	r.path = r.path[:size]
}

// report adds a violation as an issue at the current path.
func (r *reader) report(found violation) {
	switch {
	case found.code == "":
	case found.message == "":
		r.issues.Add(r.currentPath(), found.code)
	default:
		r.issues.AddMessage(r.currentPath(), found.code, found.message)
	}
}

// markSent records that a property was sent. It returns false when the property was sent
// before: the caller must then skip the value. The first repetition becomes an issue, at
// the later spelling.
func (r *reader) markSent(s *Schema, t *trace, n int, name string) bool {
	seen := t.recordSent(s, n, name)
	if seen.rank == t.count {
		return true
	}
	if !seen.repeated {
		seen.repeated = true
		r.withProperty(&s.Properties[n], func() {
			loc := r.issues.locate(r.currentPath())
			_, spelling, _ := t.locateProperty(s, n)
			loc.field = loc.field[:len(loc.field)-len(spelling)] + name
			loc.key[len(loc.key)-1] = t.count
			r.issues.addAt(loc, problem.DuplicateValue, "was sent more than once")
		})
	}
	return false
}

var (
	camelName = pattern.New(`^[a-z][a-zA-Z0-9]*$`)
	snakeName = pattern.New(`^[a-z][a-z0-9]*(_[a-z0-9]+)+$`)
)

// spellings returns a declared name in camelCase and in snake_case; ok is false when it is
// in neither.
func spellings(declared string) (name, alias string, ok bool) {
	switch {
	case camelName.MatchString(declared):
		return declared, toSnake(declared), true
	case snakeName.MatchString(declared):
		return toCamel(declared), declared, true
	}
	return "", "", false
}

// Alias is the snake_case spelling of a name in camelCase. A name in snake_case is its own.
func Alias(name string) string { return toSnake(name) }

// toSnake puts an underscore before each word of a camelCase name; a run of
// capitals is one word: ssoURLPath is sso_url_path.
func toSnake(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) {
			after := i+1 < len(name) && unicode.IsLower(rune(name[i+1]))
			if !unicode.IsUpper(rune(name[i-1])) || after {
				b.WriteByte('_')
			}
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

func toCamel(name string) string {
	words := strings.Split(name, "_")
	for i, word := range words[1:] {
		words[i+1] = strings.ToUpper(word[:1]) + word[1:]
	}
	return strings.Join(words, "")
}

// Read decodes a request into a new In: the raw query, and the body if In has a field Body
// or Form. Problems of single properties are added to the Issues, and the caller may
// add more. A property with an issue has its zero value, or the part that could be
// read.
//
// Errors: unsupported_media_type and malformed_request, both without Issues; validation
// with the field "" when the body is missing or no object. Read panics for the
// declarations for which Check panics.
func Read[In any](query, contentType, contentEncoding string, body []byte) (In, *Issues, error) {
	return readInto[In](false, query, contentType, contentEncoding, body)
}

// ReadStrict is Read with an issue for each unknown name, at its place in the request.
func ReadStrict[In any](query, contentType, contentEncoding string, body []byte) (In, *Issues, error) {
	return readInto[In](true, query, contentType, contentEncoding, body)
}

func readInto[In any](strict bool, query, contentType, contentEncoding string, body []byte) (In, *Issues, error) {
	var in, none In
	r := reader{issues: &Issues{request: inspect(reflect.TypeFor[In]())}, strict: strict}
	err := r.read(query, contentType, contentEncoding, body, reflect.ValueOf(&in).Elem())
	if err != nil && !problem.Is(err, problem.CodeValidation) {
		return none, nil, err
	}
	return in, r.issues, err
}

// read reads the query and the body. Errors: as Read.
func (r *reader) read(query, contentType, contentEncoding string, body []byte, into reflect.Value) error {
	r.readQuery(query, into)
	if r.issues.request.file != nil {
		return r.readFile(contentType, contentEncoding, body, into)
	}
	if r.issues.request.inParts && isMultipart(contentType) && isUnencoded(contentEncoding) {
		pairs, err := pairsOfParts(contentType, body)
		if err != nil {
			return err
		}
		body, contentType = pairs, FormType
	}
	expected := isJSON
	if r.issues.request.isForm {
		expected = isForm
	}
	if len(body) > 0 && !(expected(contentType) && isUnencoded(contentEncoding)) {
		return problem.New(problem.CodeUnsupportedMediaType)
	}
	target := reflect.New(noBody).Elem()
	if index := r.issues.request.bodyIndex; index != nil {
		target = into.FieldByIndex(index)
	}
	if r.issues.request.isForm {
		r.readForm(body, target)
		return nil
	}
	ok, err := r.readBody(body, target)
	if err == nil && !ok {
		err = r.issues.Err()
	}
	return err
}

// prepareTarget marks a property as sent and returns the Go value to decode into.
func (p *Property) prepareTarget(in reflect.Value) reflect.Value {
	field := in.FieldByIndex(p.index)
	if p.presence == required {
		return field
	}
	field.Field(1).SetBool(true)
	field = field.Field(0)
	if p.presence.isPointer() {
		field.Set(reflect.New(p.Type))
		field = field.Elem()
	}
	return field
}

// reportMissing adds an issue for each required property that was not sent, in the order
// of declaration.
func (r *reader) reportMissing(s *Schema, t *trace) {
	for n := range s.Properties {
		p := &s.Properties[n]
		if p.Required && (t.sent == nil || t.sent[n].rank == 0) {
			r.withProperty(p, func() { r.report(violation{code: problem.Required}) })
		}
	}
}

// Optional is a property that may be absent. Null means the same as absent. Set reports
// whether a value was sent, valid or not; Issues.IsClean reports whether Value can be
// used.
type Optional[T any] struct {
	Value T
	Set   bool
}

// Some is an Optional that holds v.
func Some[T any](v T) Optional[T] { return Optional[T]{Value: v, Set: true} }

// Or is the value, or def without one.
func (o Optional[T]) Or(def T) T {
	if o.Set {
		return o.Value
	}
	return def
}

// Pointer is a pointer to the value, or nil where none was given.
func (o Optional[T]) Pointer() *T {
	if !o.Set {
		return nil
	}
	return &o.Value
}

// Change is a property of a PATCH that cannot be cleared. Absent leaves the record
// unchanged; null is refused as required.
type Change[T any] struct {
	Value T
	Set   bool
}

// Apply sets *to if a value was sent.
func (c Change[T]) Apply(to *T) {
	if c.Set {
		*to = c.Value
	}
}

// Clearable is a property of a PATCH that can be cleared. Absent leaves the record
// unchanged; null clears the property (Set, with a nil Value).
type Clearable[T any] struct {
	Value *T
	Set   bool
}

// Apply sets *to if a value or null was sent.
func (c Clearable[T]) Apply(to **T) {
	if c.Set {
		*to = c.Value
	}
}

// ApplyValue sets *to to the value that was sent, or to the zero value if null was sent.
func (c Clearable[T]) ApplyValue(to *T) {
	var value T
	if c.Value != nil {
		value = *c.Value
	}
	if c.Set {
		*to = value
	}
}

// Nullable is a required property that may be null, such as one of a PUT that replaces a
// whole record. Null is a value (Set, with a nil Value); absent is refused as
// required.
type Nullable[T any] struct {
	Value *T
	Set   bool
}

// presence is what absent and null mean for a property.
type presence int

const (
	required presence = iota
	optional
	change
	clearable
	nullable
)

// isPointer reports whether the field Value is a pointer, which is nil for null.
func (p presence) isPointer() bool { return p == clearable || p == nullable }

// presenceMarker is implemented by the four types above. Their first field is Value, their
// second Set.
type presenceMarker interface{ presence() presence }

func (Optional[T]) presence() presence { return optional }

func (Change[T]) presence() presence { return change }

func (Clearable[T]) presence() presence { return clearable }

func (Nullable[T]) presence() presence { return nullable }
