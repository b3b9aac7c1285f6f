package wire

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"stint/shared/domain"
	"stint/shared/problem"
)

// violation is what is wrong with one value; the zero violation is nothing. Without a
// message, the message of the code is used.
type violation struct {
	code    problem.FieldCode
	message string
}

var typeInvalid = violation{code: problem.TypeInvalid}

// parseInto parses the text of a scalar into a Go value. The text is a query parameter, a
// form field, or a JSON literal without quotes.
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

// parseTextInto is parseInto for strings and types with a parser.
func (s *Schema) parseTextInto(into reflect.Value, text string) violation {
	if s.hasParser {
		if code := into.Addr().Interface().(TextParser).ParseText(text); code != "" {
			return violation{code: code}
		}
	} else {
		// Programs disagree about what NUL means in a text.
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

// checkText checks the enum and the length of a text.
func (s *Schema) checkText(text string) violation {
	if s.Enum != nil && !slices.Contains(s.Enum, text) {
		return violation{problem.EnumInvalid, "must be one of " + strings.Join(s.Enum, ", ")}
	}
	if s.NoLinks && domain.LooksLikeLink(text) {
		return violation{code: problem.TextNotAllowed}
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

// checkCount checks the number of items of an array.
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

// parseInteger parses an integer in the form of JSON (RFC 8259, section 6), without
// fraction and exponent.
func (s *Schema) parseInteger(text string) (int64, violation) {
	digits, negative := strings.CutPrefix(text, "-")
	if !isDigits(digits) {
		return 0, typeInvalid
	}
	if len(digits) > maxDigits {
		text = text[:len(text)-len(digits)+maxDigits+1] // still out of range, and cheap to parse
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
