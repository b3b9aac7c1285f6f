package wire

import (
	"github.com/go-json-experiment/json/jsontext"

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
