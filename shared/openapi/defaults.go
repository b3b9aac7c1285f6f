package openapi

import (
	"strconv"
	"strings"
)

// setDefault sets the default of a query parameter that its description names, as in "Default 50.",
// if the schema allows that value. Properties of bodies have none: generators such as
// openapi-typescript require a property that has a default.
func setDefault(s *Schema, description string) *Schema {
	_, rest, found := strings.Cut(description, "Default ")
	word, _, ended := strings.Cut(rest+" ", ". ")
	if found && ended && len(s.Type) > 0 {
		s.Default = defaultValue(s, word)
	}
	return s
}

// defaultValue is the value of a word in a schema; nil if the word is none of its values.
func defaultValue(s *Schema, word string) any {
	switch s.Type[0] {
	case "integer":
		if n, err := strconv.ParseInt(word, 10, 64); err == nil {
			return n
		}
	case "boolean":
		if is, err := strconv.ParseBool(word); err == nil {
			return is
		}
	case "array":
		if one := defaultValue(s.Items, word); one != nil {
			return []any{one}
		}
	case "string":
		for _, value := range s.Enum {
			if value == word {
				return word
			}
		}
	}
	return nil
}
