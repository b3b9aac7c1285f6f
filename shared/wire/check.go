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

// valueLister is a type that lists the values that it takes.
type valueLister interface{ Values() []string }

// valueExplainer is a type that says which values it takes, in words that follow the name of the
// property: "must be a colour such as #1f6feb".
type valueExplainer interface{ Allowed() string }

// explain adds to a code which values are allowed, as far as the schema knows more than the code.
func (s *Schema) explain(code problem.FieldCode) violation {
	found := violation{code: code}
	switch code {
	case problem.EnumInvalid:
		if values := s.values(); len(values) > 0 {
			found.message = "must be one of " + strings.Join(values, ", ")
		}
	case problem.TypeInvalid, problem.URLInvalid:
		found.message = s.allowedType()
	}
	return found
}

// values are the texts that are allowed; nil if the schema does not list them.
func (s *Schema) values() []string {
	if list, ok := reflect.Zero(s.Type).Interface().(valueLister); ok && s.Enum == nil {
		return list.Values()
	}
	return s.Enum
}

// allowedType says which type a value has to have.
func (s *Schema) allowedType() string {
	if explained, ok := reflect.Zero(s.Type).Interface().(valueExplainer); ok {
		return explained.Allowed()
	}
	switch s.Kind {
	case Boolean:
		return "must be true or false"
	case Integer:
		return "must be an integer" + s.allowedRange()
	case Array:
		return "must be a list"
	case Object:
		return "must be an object"
	}
	return "must be a string"
}

// allowedRange is the range of an integer that has two bounds: " from 1 to 200".
func (s *Schema) allowedRange() string {
	if !s.Minimum.Set || !s.Maximum.Set {
		return ""
	}
	return fmt.Sprintf(" from %d to %d", s.lowest, s.highest)
}

// parseInto parses the text of a scalar into a Go value. The text is a query parameter, a
// form field, or a JSON literal without quotes.
func (s *Schema) parseInto(into reflect.Value, text string) violation {
	switch s.Kind {
	case Boolean:
		if text != "true" && text != "false" {
			return s.explain(problem.TypeInvalid)
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
			return s.explain(code)
		}
	} else {
		// Programs disagree about what NUL means in a text.
		if strings.IndexByte(text, 0) >= 0 {
			return violation{problem.TypeInvalid, "must not contain the character NUL"}
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
		return s.explain(problem.EnumInvalid)
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
		return 0, s.explain(problem.TypeInvalid)
	}
	if len(digits) > maxDigits {
		text = text[:len(text)-len(digits)+maxDigits+1] // still out of range, and cheap to parse
	}
	n, err := strconv.ParseInt(text, 10, 64)
	switch outside := err != nil; {
	case outside && negative, !outside && n < s.lowest:
		return 0, violation{problem.MinValue, s.allowedRangeOr("at least", s.lowest)}
	case outside, n > s.highest:
		return 0, violation{problem.MaxValue, s.allowedRangeOr("at most", s.highest)}
	}
	return n, violation{}
}

// allowedRangeOr says which integers are allowed: the range, or the one bound that there is.
func (s *Schema) allowedRangeOr(which string, bound int64) string {
	if both := s.allowedRange(); both != "" {
		return "must be" + both
	}
	return fmt.Sprintf("must be %s %d", which, bound)
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
