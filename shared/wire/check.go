package wire

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"stint/shared/problem"
)

// violation is what is wrong with one value; the zero finding is nothing. With
// no message the code's own is used.
type violation struct {
	code    problem.FieldCode
	message string
}

var typeInvalid = violation{code: problem.TypeInvalid}

// parseInto reads a scalar from its text, in a query or as a JSON literal without
// its quotes, into a Go value.
func (s *Schema) parseInto(into reflect.Value, text string) violation {
	switch s.Kind {
	case Boolean:
		if text != "true" && text != "false" {
			return typeInvalid
		}
		into.SetBool(text == "true")
		return violation{}
	case Integer:
		n, wrong := s.parseInteger(text)
		into.SetInt(n)
		return wrong
	}
	return s.parseTextInto(into, text)
}

func (s *Schema) parseTextInto(into reflect.Value, text string) violation {
	if s.hasParser {
		if code := into.Addr().Interface().(TextParser).ParseText(text); code != "" {
			return violation{code: code}
		}
	} else {
		// No reader downstream agrees on what NUL means.
		if strings.IndexByte(text, 0) >= 0 {
			return typeInvalid
		}
		into.SetString(text)
	}
	if into.Kind() != reflect.String {
		return violation{}
	}
	return s.checkText(into.String())
}

func (s *Schema) checkText(text string) violation {
	if s.Enum != nil && !slices.Contains(s.Enum, text) {
		return violation{problem.EnumInvalid, "must be one of " + strings.Join(s.Enum, ", ")}
	}
	if !s.MinLength.Set && !s.MaxLength.Set {
		return violation{}
	}
	switch n := utf8.RuneCountInString(text); {
	case n < s.MinLength.Or(n):
		return violation{problem.MinLength, "must be at least " + pluralize(s.MinLength.Value, "character")}
	case n > s.MaxLength.Or(n):
		return violation{problem.MaxLength, "must be at most " + pluralize(s.MaxLength.Value, "character")}
	}
	return violation{}
}

func (s *Schema) checkCount(n int) violation {
	switch {
	case n < s.MinItems.Or(n):
		return violation{problem.MinItems, "must have at least " + pluralize(s.MinItems.Value, "item")}
	case n > s.MaxItems.Or(n):
		return violation{problem.MaxItems, "must have at most " + pluralize(s.MaxItems.Value, "item")}
	}
	return violation{}
}

// maxDigits is the number of digits of the largest int64.
const maxDigits = 19

// parseInteger reads an integer as JSON writes it (RFC 8259, section 6), without
// fraction and exponent.
func (s *Schema) parseInteger(text string) (int64, violation) {
	digits, negative := strings.CutPrefix(text, "-")
	if !isDigits(digits) {
		return 0, typeInvalid
	}
	if len(digits) > maxDigits {
		text = text[:len(text)-len(digits)+maxDigits+1] // out of range all the same, but cheap
	}
	n, err := strconv.ParseInt(text, 10, 64)
	switch outside := err != nil; {
	case outside && negative, !outside && n < s.lowest:
		return 0, violation{problem.MinValue, fmt.Sprintf("must be at least %d", s.lowest)}
	case outside, n > s.highest:
		return 0, violation{problem.MaxValue, fmt.Sprintf("must be at most %d", s.highest)}
	}
	return n, violation{}
}

func isDigits(text string) bool {
	if text == "" || len(text) > 1 && text[0] == '0' {
		return false
	}
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return true
}

func pluralize(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
