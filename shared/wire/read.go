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
	var in, none In
	r := reader{issues: &Issues{request: inspect(reflect.TypeFor[In]())}}
	into := reflect.ValueOf(&in).Elem()
	r.readQuery(query, into)
	if r.issues.request.body == nil {
		return in, r.issues, nil
	}
	expected := isJSON
	if r.issues.request.isForm {
		expected = isForm
	}
	if len(body) > 0 && !(expected(contentType) && isUnencoded(contentEncoding)) {
		return none, nil, problem.New(problem.CodeUnsupportedMediaType)
	}
	target := into.FieldByIndex(r.issues.request.bodyIndex)
	if r.issues.request.isForm {
		r.readForm(body, target)
		return in, r.issues, nil
	}
	ok, err := r.readBody(body, target)
	switch {
	case err != nil:
		return none, nil, err
	case !ok:
		return in, r.issues, r.issues.Err()
	}
	return in, r.issues, nil
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
