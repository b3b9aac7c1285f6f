package domain

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"

	"stint/shared/problem"
)

// SearchTerm is text that is looked for inside names, in the form in which it is
// compared: without case and accents. The empty needle is in everything.
type SearchTerm string

// ParseText reads what a caller looks for.
func (t *SearchTerm) ParseText(text string) problem.FieldCode {
	*t = SearchTerm(foldText(strings.TrimSpace(text)))
	return ""
}

// FoundIn reports whether the text holds the needle.
func (t SearchTerm) FoundIn(text string) bool { return t.IndexIn(text) >= 0 }

// IndexIn is 0 for a text that begins with the needle, more where it is found
// later, and -1 for none.
func (t SearchTerm) IndexIn(text string) int {
	if t == "" {
		return 0
	}
	return strings.Index(foldText(text), string(t))
}

// foldText is a text without case and accents: what marks a letter is taken off
// (Unicode category Mn of the decomposed form), the rest folded.
func foldText(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII }) {
		return strings.ToLower(text) // the same, and much quicker
	}
	strip := transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn)), norm.NFC)
	plain, _, err := transform.String(strip, text)
	if err != nil {
		plain = text
	}
	return cases.Fold().String(plain)
}
