// Package formula guards text in CSV, because spreadsheets run text that looks like a formula.
package formula

import (
	"strings"
	"unicode"
)

// signs begin a formula, also in their full-width forms.
const signs = "=+-@\uff1d\uff0b\uff0d\uff20"

// Guard puts an apostrophe before a text that a spreadsheet would take for a formula, and before one
// that has such an apostrophe of its own. Unguard is its inverse.
func Guard(text string) string {
	if isFormula(text) {
		return "'" + text
	}
	return text
}

// Unguard takes away the apostrophe that Guard puts before a text.
func Unguard(text string) string {
	if rest, ok := strings.CutPrefix(text, "'"); ok && isFormula(rest) {
		return rest
	}
	return text
}

// isFormula reports whether a sign of a formula comes first, after blanks and apostrophes.
func isFormula(text string) bool {
	text = strings.TrimLeftFunc(text, func(r rune) bool { return r == '\'' || unicode.IsSpace(r) || unicode.IsControl(r) })
	return strings.IndexAny(text, signs) == 0
}
