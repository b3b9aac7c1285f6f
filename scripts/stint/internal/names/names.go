// Package names finds records by what a person calls them.
package names

import (
	"fmt"
	"slices"
	"strings"
)

// Named is a record with a name.
type Named struct{ ID, Name string }

// NotFoundError is the error of a name that no record has.
type NotFoundError struct{ Kind, Name string }

// Error implements error.
func (e *NotFoundError) Error() string { return fmt.Sprintf("there is no %s %q", e.Kind, e.Name) }

// AmbiguousError is the error of a name that several records have or begin with.
type AmbiguousError struct {
	Kind, Name string
	Candidates []Named
}

// maxNamed bounds the candidates that an error lists.
const maxNamed = 10

// Error implements error. Candidates with one name are listed with their ids.
func (e *AmbiguousError) Error() string {
	var list []string
	for _, c := range e.Candidates[:min(len(e.Candidates), maxNamed)] {
		line := c.Name
		if strings.EqualFold(c.Name, e.Candidates[0].Name) && strings.EqualFold(e.Candidates[1].Name, c.Name) {
			line += " (" + c.ID + ")"
		}
		list = append(list, line)
	}
	if len(e.Candidates) > maxNamed {
		list = append(list, "…")
	}
	return fmt.Sprintf("%q may be any of these: %s. Write more of the name of the %s, or its id", e.Name,
		strings.Join(list, ", "), e.Kind)
}

// Find returns the record with an id, with a name, or, if there is none, the only one whose name
// begins so. Case does not count.
// Errors: *NotFoundError, *AmbiguousError.
func Find(kind, name string, records []Named) (Named, error) {
	name = strings.TrimSpace(name)
	for _, matches := range []func(Named) bool{
		func(r Named) bool { return strings.EqualFold(r.ID, name) },
		func(r Named) bool { return strings.EqualFold(r.Name, name) },
		func(r Named) bool {
			return name != "" && strings.HasPrefix(strings.ToLower(r.Name), strings.ToLower(name))
		},
	} {
		found := slices.DeleteFunc(slices.Clone(records), func(r Named) bool { return !matches(r) })
		switch len(found) {
		case 0:
		case 1:
			return found[0], nil
		default:
			return Named{}, &AmbiguousError{kind, name, found}
		}
	}
	return Named{}, &NotFoundError{kind, name}
}
