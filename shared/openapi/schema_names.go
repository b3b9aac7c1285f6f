package openapi

import (
	"reflect"
	"strings"
	"unicode"
)

// namer gives types their names among the component schemas. Types of the
// same name and the same shape share one. Where shapes differ, the plain name is
// that of shared types and of the family that is about such things; the others
// carry their family's name in front.
type namer struct {
	order []reflect.Type
	shape map[reflect.Type]string
	short map[reflect.Type]string
}

func newNamer() *namer {
	return &namer{shape: map[reflect.Type]string{}, short: map[reflect.Type]string{}}
}

// isRegistered reports whether a type was noted already.
func (n *namer) isRegistered(t reflect.Type) bool {
	_, known := n.shape[t]
	return known
}

// register tells the namer of a type before any name is asked for.
func (n *namer) register(t reflect.Type, short, shape string) {
	n.order = append(n.order, t)
	n.short[t], n.shape[t] = short, shape
}

// nameOf is what a noted type is called.
func (n *namer) nameOf(t reflect.Type) string {
	short, of := n.short[t], familyName(t)
	for _, other := range n.order {
		if of != "" && of != short && n.short[other] == short && n.shape[other] != n.shape[t] {
			return of + short
		}
	}
	return short
}

// familyName is what the family that a type belongs to is about, such as Project;
// "" for the types that families share.
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

// shortName is a type's own name, without what it says about its use. One that
// says nothing else is the thing that its family is about.
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
