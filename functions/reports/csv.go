package reports

import (
	"bytes"
	"encoding/csv"
	"strings"
	"unicode"
	"unicode/utf8"

	"stint/shared/summing"
)

// encodeCSV makes a CSV file. Errors: summing.ErrRangeTooLong for a file that is larger than
// so many bytes.
func (t table) encodeCSV(limit int) ([]byte, error) {
	content, rows := t.csvRows(true, limit)
	if rows < t.rows {
		return nil, summing.ErrRangeTooLong
	}
	return content, nil
}

// csvRows are the first rows, as many as fit into so many bytes, with or without the header row.
func (t table) csvRows(header bool, limit int) (content []byte, rows int) {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	w.UseCRLF = true // RFC 4180, section 2
	row := make([]string, len(t.columns))
	if header {
		for i, c := range t.columns {
			row[i] = c.name
		}
		_ = w.Write(row) // writing to memory does not fail
	}
	for n := range t.rows {
		w.Flush()
		size := out.Len()
		for i, value := range t.row(n) {
			row[i] = value.csv()
		}
		_ = w.Write(row)
		if w.Flush(); out.Len() > limit {
			out.Truncate(size)
			break
		}
		rows++
	}
	w.Flush()
	return out.Bytes(), rows
}

// Characters that decide what a spreadsheet reads as a formula. Source: OWASP, CSV
// Injection.
const (
	// formulaSigns begin a formula, also in their full-width forms.
	formulaSigns = "=+-@\uff1d\uff0b\uff0d\uff20"
	// separators end a cell for a spreadsheet that does not split at the comma
	// alone. Such a spreadsheet may not recognise the quotes around our cells. Control
	// characters and separators of lines do so too.
	separators = ",;|\u2028\u2029"
)

// isSeparator reports whether a cell may begin after a character.
func isSeparator(c rune) bool { return strings.ContainsRune(separators, c) || unicode.IsControl(c) }

// escapeFormula puts an apostrophe before every sign that a spreadsheet could read
// as the start of a formula: at the start of the text, and after a separator.
// Spaces and quotes between them do not count, because a spreadsheet may drop them.
func escapeFormula(text string) string {
	first, _ := utf8.DecodeRuneInString(text)
	startsWithControl := unicode.IsControl(first) // some spreadsheets drop it, and what follows comes first
	if !startsWithControl && !strings.ContainsAny(text, formulaSigns) {
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
			if startsCell && strings.ContainsRune(formulaSigns, c) {
				out.WriteByte('\'')
			}
			startsCell = false
		}
		out.WriteRune(c)
	}
	return out.String()
}
