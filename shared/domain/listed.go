package domain

import (
	"slices"

	"stint/shared/problem"
)

// listed is a string type with a list of values.
type listed interface {
	~string
	Values() []string
}

// parseValue reads one of the values of a type. Errors: enum_invalid.
func parseValue[T listed](into *T, text string) problem.FieldCode {
	if !slices.Contains((*into).Values(), text) {
		return problem.EnumInvalid
	}
	*into = T(text)
	return ""
}

func texts[T ~string](values []T) []string {
	all := make([]string, len(values))
	for i, v := range values {
		all[i] = string(v)
	}
	return all
}
