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

// finding is what is wrong with one value; the zero finding is nothing. With
// no message the code's own is used.
type finding struct {
	code    problem.FieldCode
	message string
}

var wrongType = finding{code: problem.TypeInvalid}

// set reads a scalar from its text, in a query or as a JSON literal without
// its quotes, into a Go value.
func (s *Schema) set(into reflect.Value, text string) finding {
	switch s.Kind {
	case Boolean:
		if text != "true" && text != "false" {
			return wrongType
		}
		into.SetBool(text == "true")
		return finding{}
	case Integer:
		n, wrong := s.integer(text)
		into.SetInt(n)
		return wrong
	}
	return s.setText(into, text)
}

func (s *Schema) setText(into reflect.Value, text string) finding {
	if s.parses {
		if code := into.Addr().Interface().(TextParser).ParseText(text); code != "" {
			return finding{code: code}
		}
	} else {
		// No reader downstream agrees on what NUL means.
		if strings.IndexByte(text, 0) >= 0 {
			return wrongType
		}
		into.SetString(text)
	}
	if into.Kind() != reflect.String {
		return finding{}
	}
	return s.checkText(into.String())
}

func (s *Schema) checkText(text string) finding {
	if s.Enum != nil && !slices.Contains(s.Enum, text) {
		return finding{problem.EnumInvalid, "must be one of " + strings.Join(s.Enum, ", ")}
	}
	if !s.MinLength.Set && !s.MaxLength.Set {
		return finding{}
	}
	switch n := utf8.RuneCountInString(text); {
	case n < s.MinLength.Or(n):
		return finding{problem.MinLength, "must be at least " + count(s.MinLength.Value, "character")}
	case n > s.MaxLength.Or(n):
		return finding{problem.MaxLength, "must be at most " + count(s.MaxLength.Value, "character")}
	}
	return finding{}
}

func (s *Schema) checkCount(n int) finding {
	switch {
	case n < s.MinItems.Or(n):
		return finding{problem.MinItems, "must have at least " + count(s.MinItems.Value, "item")}
	case n > s.MaxItems.Or(n):
		return finding{problem.MaxItems, "must have at most " + count(s.MaxItems.Value, "item")}
	}
	return finding{}
}

// maxDigits is the number of digits of the largest int64.
const maxDigits = 19

// integer reads an integer as JSON writes it (RFC 8259, section 6), without
// fraction and exponent.
func (s *Schema) integer(text string) (int64, finding) {
	digits, negative := strings.CutPrefix(text, "-")
	if !isDigits(digits) {
		return 0, wrongType
	}
	if len(digits) > maxDigits {
		text = text[:len(text)-len(digits)+maxDigits+1] // out of range all the same, but cheap
	}
	n, err := strconv.ParseInt(text, 10, 64)
	switch outside := err != nil; {
	case outside && negative, !outside && n < s.low:
		return 0, finding{problem.MinValue, fmt.Sprintf("must be at least %d", s.low)}
	case outside, n > s.high:
		return 0, finding{problem.MaxValue, fmt.Sprintf("must be at most %d", s.high)}
	}
	return n, finding{}
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

func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
