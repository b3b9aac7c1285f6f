package wire

import (
	"strconv"
	"strings"

	"stint/shared/problem"
)

// location is a resolved path: in the declared spelling, in the caller's spelling, and as
// a sort key.
type location struct {
	path  string  // in the declared spelling
	field string  // as the caller spelt it
	key   []int32 // the position in the request: compared element by element, a prefix comes first
}

// The first element of a key: the query is read before the body.
const (
	inQuery int32 = iota
	inBody
)

// place is the part of the request.
func (loc location) place() problem.Place {
	if loc.key[0] == inQuery {
		return problem.InQuery
	}
	return problem.InBody
}

// pathResolver follows a path through a schema and a trace.
type pathResolver struct {
	location
	schema *Schema
	trace  *trace
}

// locate resolves a path as far as it is declared. The rest stays unchanged.
func (i *Issues) locate(path string) location {
	if i.request == nil {
		return location{path: path, field: path, key: []int32{inBody}}
	}
	w := pathResolver{location: location{key: []int32{inBody}}, schema: i.request.body, trace: &i.body}
	if name, _ := cutName(path); i.request.query.has(name) {
		w = pathResolver{location: location{key: []int32{inQuery}}, schema: i.request.query, trace: &i.query}
	}
	rest := path
	for rest != "" && w.schema != nil {
		tail, ok := w.step(rest)
		if !ok {
			break
		}
		rest = tail
	}
	w.path += rest
	w.field += rest
	return w.location
}

// step follows the first segment of rest and returns what follows it.
func (w *pathResolver) step(rest string) (tail string, ok bool) {
	if w.schema.Kind == Array {
		return w.stepItem(rest)
	}
	dot := ""
	if w.path != "" {
		if rest[0] != '.' {
			return rest, false
		}
		dot, rest = ".", rest[1:]
	}
	name, tail := cutName(rest)
	if !w.schema.has(name) {
		return rest, false
	}
	n := w.schema.byName[name]
	rank, spelling, child := w.trace.locateProperty(w.schema, n)
	p := &w.schema.Properties[n]
	w.path += dot + p.Name
	w.field += dot + spelling
	w.key = append(w.key, rank)
	w.schema, w.trace = &p.Schema, child
	return tail, true
}

// stepItem follows an index such as [3].
func (w *pathResolver) stepItem(rest string) (tail string, ok bool) {
	end := strings.IndexByte(rest, ']')
	if rest[0] != '[' || end < 0 || !isDigits(rest[1:end]) {
		return rest, false
	}
	index, err := strconv.ParseInt(rest[1:end], 10, 32)
	if err != nil {
		return rest, false
	}
	w.path += rest[:end+1]
	w.field += rest[:end+1]
	w.key = append(w.key, int32(index))
	w.schema, w.trace = w.schema.Items, w.trace.child(int(index))
	return rest[end+1:], true
}

func (s *Schema) has(name string) bool {
	if s == nil || s.Kind != Object {
		return false
	}
	_, ok := s.byName[name]
	return ok
}

// cutName splits a path into the name at its start and the rest.
func cutName(path string) (name, rest string) {
	if end := strings.IndexAny(path, ".["); end >= 0 {
		return path[:end], path[end:]
	}
	return path, ""
}

// visitAncestors calls visit for every path above the given one, "" first.
func visitAncestors(path string, visit func(string)) {
	if path == "" {
		return
	}
	visit("")
	for n := 1; n < len(path); n++ {
		if path[n] == '.' || path[n] == '[' {
			visit(path[:n])
		}
	}
}
