package openapi

import (
	"reflect"
	"strings"
	"unicode"
)

// namer gives types their names among the component schemas. Types with the same name and
// the same shape share a schema. Where shapes differ, shared types and the family with
// that name keep the plain name, and the others get their family's name as prefix.
type namer struct {
	order []reflect.Type
	shape map[reflect.Type]string
	short map[reflect.Type]string
}

func newNamer() *namer {
	return &namer{shape: map[reflect.Type]string{}, short: map[reflect.Type]string{}}
}

// isRegistered reports whether a type was registered.
func (n *namer) isRegistered(t reflect.Type) bool {
	_, known := n.shape[t]
	return known
}

// register adds a type. All types must be registered before nameOf is called.
func (n *namer) register(t reflect.Type, short, shape string) {
	n.order = append(n.order, t)
	n.short[t], n.shape[t] = short, shape
}

// nameOf is the schema name of a registered type.
func (n *namer) nameOf(t reflect.Type) string {
	short, of := n.short[t], familyName(t)
	for _, other := range n.order {
		if of != "" && of != short && n.short[other] == short && n.shape[other] != n.shape[t] {
			return of + short
		}
	}
	return short
}

// familyName is the singular name of the family that a type belongs to, such as Project;
// "" for types that families share.
func familyName(t reflect.Type) string {
	folder, ok := strings.CutPrefix(t.PkgPath(), module+"functions/")
	if !ok {
		return ""
	}
	return pascal(singular(folder))
}

func singular(word string) string {
	if stem, ok := strings.CutSuffix(word, "ies"); ok {
		return stem + "y"
	}
	return strings.TrimSuffix(word, "s")
}

// shortName is the name of a type without the endings Answer, Input and Output. A type
// that is just called answer gets the name of its family.
func shortName(t reflect.Type) string {
	name := baseName(t)
	for _, ending := range []string{"Answer", "Input", "Output"} {
		if rest := strings.TrimSuffix(name, ending); rest != "" {
			name = rest
		}
	}
	if of := familyName(t); name == "answer" && of != "" {
		return of
	}
	return pascal(name)
}

// pascal turns timers.start, billing-job and stop into TimersStart, BillingJob
// and Stop.
func pascal(name string) string {
	var out strings.Builder
	up := true
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			up = true
		case up:
			out.WriteRune(unicode.ToUpper(r))
			up = false
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}

// typePath names a type by its package below the module.
func typePath(t reflect.Type) string {
	return strings.TrimPrefix(t.PkgPath(), module) + "." + baseName(t)
}
