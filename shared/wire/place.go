package wire

import (
	"reflect"
	"slices"

	"stint/shared/problem"
)

// Placed is a problem of a request to In whose fields all say where they stand. A field without
// a place was named by its declared name. The issues are those of the request, which give it the
// spelling of the request; nil while nothing was read. The problem itself is not changed.
func Placed(in reflect.Type, issues *Issues, p *problem.Error) *problem.Error {
	if !slices.ContainsFunc(p.Fields, isUnplaced) {
		return p
	}
	if issues == nil {
		issues = &Issues{request: inspect(in)}
	}
	placed := *p
	placed.Fields = slices.Clone(p.Fields)
	for n, f := range placed.Fields {
		if isUnplaced(f) {
			found := issues.locate(f.Field)
			placed.Fields[n].Field, placed.Fields[n].In = found.field, found.place()
		}
	}
	return &placed
}

func isUnplaced(f problem.Field) bool { return f.In == "" }
