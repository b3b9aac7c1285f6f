package wire

import (
	"reflect"

	"stint/shared/problem"
)

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
