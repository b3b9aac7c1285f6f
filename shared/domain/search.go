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

// SearchTerm is a text to search for, without case and accents. Every text
// contains the empty term.
type SearchTerm string

// ParseText reads a search term sent by a caller.
func (t *SearchTerm) ParseText(text string) problem.FieldCode {
	*t = SearchTerm(foldText(strings.TrimSpace(text)))
	return ""
}

// FoundIn reports whether the text contains the term.
func (t SearchTerm) FoundIn(text string) bool { return t.IndexIn(text) >= 0 }

// IndexIn is the position of the term in the text, without accents: 0 if the text
// begins with the term, -1 if it does not contain it.
func (t SearchTerm) IndexIn(text string) int {
	if t == "" {
		return 0
	}
	return strings.Index(foldText(text), string(t))
}

// foldText is a text without case and accents: marks (Unicode category Mn of the
// decomposed form) are removed, and the rest is case-folded.
func foldText(text string) string {
	if isASCII(text) {
		return strings.ToLower(text) // the same result, and much faster
	}
	strip := transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn)), norm.NFC)
	plain, _, err := transform.String(strip, text)
	if err != nil {
		plain = text
	}
	return cases.Fold().String(plain)
}
