package wire

import (
	"github.com/go-json-experiment/json/jsontext"

	"stint/shared/problem"
)

// reader reads one request. Its methods return an error only when the body is
// not well-formed; what is wrong with a value is reported and read past.
type reader struct {
	issues  *Issues
	decoder *jsontext.Decoder
	path    []byte // of the property being read, in the declared spelling
	text    []byte // scratch for strings
}

func (r *reader) at() string { return string(r.path) }

// inProperty runs do with the path of a property.
func (r *reader) inProperty(p *Property, do func()) {
	size := len(r.path)
	if size > 0 {
		r.path = append(r.path, '.')
	}
	r.path = append(r.path, p.Name...)
	do()
	r.path = r.path[:size]
}

// report records a finding at the current path.
func (r *reader) report(found finding) {
	switch {
	case found.code == "":
	case found.message == "":
		r.issues.Add(r.at(), found.code)
	default:
		r.issues.AddMessage(r.at(), found.code, found.message)
	}
}

// first notes that a property was sent. If it was before, that is reported
// once, at the later spelling, and the value is to be left alone.
func (r *reader) first(s *Schema, t *trace, n int, name string) bool {
	told := t.note(s, n, name)
	if told.rank == t.known {
		return true
	}
	if !told.repeated {
		told.repeated = true
		r.inProperty(&s.Properties[n], func() {
			where := r.issues.locate(r.at())
			_, spelt, _ := t.property(s, n)
			where.field = where.field[:len(where.field)-len(spelt)] + name
			where.key[len(where.key)-1] = t.known
			r.issues.record(where, problem.DuplicateValue, "was sent more than once")
		})
	}
	return false
}
