package reports

import (
	"strings"
	"unicode"
)

// Characters that decide what a spreadsheet reads as a formula. Source: OWASP, CSV
// Injection.
const (
	// formulaSigns begin a formula, also in their full-width forms.
	formulaSigns = "=+-@\uff1d\uff0b\uff0d\uff20"
	// leadingControls are dropped by some spreadsheets at the start of a cell, so
	// that what follows them comes first.
	leadingControls = "\t\r\n"
	// separators end a cell for a spreadsheet that does not split at the comma
	// alone. Such a spreadsheet may not recognise the quotes around our cells.
	separators = ",;|" + leadingControls
)

// escapeFormula puts an apostrophe before every sign that a spreadsheet could read
// as the start of a formula: at the start of the text, and after a separator.
// Spaces and quotes between them do not count, because a spreadsheet may drop them.
func escapeFormula(text string) string {
	if !strings.ContainsAny(text, formulaSigns+leadingControls) {
		return text
	}
	var out strings.Builder
	if strings.IndexAny(text, leadingControls) == 0 {
		out.WriteByte('\'')
	}
	startsCell := true
	for _, c := range text {
		switch {
		case strings.ContainsRune(separators, c):
			startsCell = true
		case c == '"' || unicode.IsSpace(c): // a cell may still begin after it
		default:
			if startsCell && strings.ContainsRune(formulaSigns, c) {
				out.WriteByte('\'')
			}
			startsCell = false
		}
		out.WriteRune(c)
	}
	return out.String()
}
