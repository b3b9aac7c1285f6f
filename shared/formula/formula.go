// Package formula guards text in CSV, because spreadsheets run text that looks like a formula. Source: OWASP, CSV
// Injection.
package formula

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// signs begin a formula, also in their full-width forms.
const signs = "=+-@\uff1d\uff0b\uff0d\uff20"

// Escape puts an apostrophe before every sign that a spreadsheet could read as the start of a formula: at the start of
// the text, and after a separator. Spaces and quotes between them do not count, because a spreadsheet may drop them.
func Escape(text string) string {
	first, _ := utf8.DecodeRuneInString(text)
	startsWithControl := unicode.IsControl(first) // some spreadsheets drop it, and what follows comes first
	if !startsWithControl && !strings.ContainsAny(text, signs) {
		return text
	}
	var out strings.Builder
	if startsWithControl {
		out.WriteByte('\'')
	}
	startsCell := true
	for _, c := range text {
		switch {
		case isSeparator(c):
			startsCell = true
		case c == '"' || unicode.IsSpace(c): // a cell may still begin after it
		default:
			if startsCell && strings.ContainsRune(signs, c) {
				out.WriteByte('\'')
			}
			startsCell = false
		}
		out.WriteRune(c)
	}
	return out.String()
}

// Guard puts an apostrophe before each part of a text that a spreadsheet would take for a formula, and before one
// that has such an apostrophe of its own. A spreadsheet may split a text at a separator. Unguard is its inverse.
func Guard(text string) string {
	return eachPart(text, func(part string) string {
		if isFormula(part) {
			return "'" + part
		}
		return part
	})
}

// Unguard takes away the apostrophes that Guard puts into a text.
func Unguard(text string) string {
	return eachPart(text, func(part string) string {
		if rest, ok := strings.CutPrefix(part, "'"); ok && isFormula(rest) {
			return rest
		}
		return part
	})
}

// eachPart changes what stands between the separators of a text.
func eachPart(text string, change func(string) string) string {
	var out strings.Builder
	for {
		end := strings.IndexFunc(text, isSeparator)
		if end < 0 {
			out.WriteString(change(text))
			return out.String()
		}
		_, size := utf8.DecodeRuneInString(text[end:])
		out.WriteString(change(text[:end]))
		out.WriteString(text[end : end+size])
		text = text[end+size:]
	}
}

// isSeparator reports whether a spreadsheet may begin a cell after a character. One that does not split at the comma
// alone may not recognise the quotes around our cells. Control characters and separators of lines split, too.
func isSeparator(r rune) bool {
	return strings.ContainsRune(",;|\u2028\u2029", r) || unicode.IsControl(r)
}

// isFormula reports whether a sign of a formula comes first, after blanks, quotes and apostrophes.
func isFormula(part string) bool {
	part = strings.TrimLeftFunc(part, func(r rune) bool { return r == '\'' || r == '"' || unicode.IsSpace(r) })
	return strings.IndexAny(part, signs) == 0
}
