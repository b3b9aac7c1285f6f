package reports

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"

	"stint/shared/domain"
)

// column is one column of an export.
type column struct {
	name  string
	value func(s csvEncoder, e domain.Entry) string
}

// columns are the columns of an export, in order. Texts that users chose are
// escaped for spreadsheets.
var columns = []column{
	{"date", func(s csvEncoder, e domain.Entry) string { return e.StartedAt.In(s.zone).Format(time.DateOnly) }},
	{"start", func(s csvEncoder, e domain.Entry) string { return e.StartedAt.In(s.zone).Format(time.TimeOnly) }},
	{"end_date", func(s csvEncoder, e domain.Entry) string { return e.StoppedAt.In(s.zone).Format(time.DateOnly) }},
	{"end", func(s csvEncoder, e domain.Entry) string { return e.StoppedAt.In(s.zone).Format(time.TimeOnly) }},
	{"hours", func(_ csvEncoder, e domain.Entry) string { return formatHours(e.Seconds(*e.StoppedAt)) }},
	{"seconds", func(_ csvEncoder, e domain.Entry) string { return strconv.FormatInt(e.Seconds(*e.StoppedAt), 10) }},
	{"user", func(s csvEncoder, e domain.Entry) string { return escapeFormula(string(s.Users[e.UserID].DisplayName)) }},
	{"email", func(s csvEncoder, e domain.Entry) string { return escapeFormula(string(s.Users[e.UserID].Email)) }},
	{"client", func(s csvEncoder, e domain.Entry) string {
		return escapeFormula(string(s.Clients[s.clientID(e.ProjectID)].Name))
	}},
	{"project", func(s csvEncoder, e domain.Entry) string { return escapeFormula(string(s.Projects[e.ProjectID].Name)) }},
	{"task", func(s csvEncoder, e domain.Entry) string { return escapeFormula(string(s.taskName(e.TaskID))) }},
	{"description", func(_ csvEncoder, e domain.Entry) string { return escapeFormula(string(e.Description)) }},
	{"tags", func(s csvEncoder, e domain.Entry) string { return escapeFormula(s.tags(e)) }},
	{"billable", func(_ csvEncoder, e domain.Entry) string { return strconv.FormatBool(e.IsBillable) }},
	{"hourly_rate", func(s csvEncoder, e domain.Entry) string { return s.rate(e) }},
	{"amount", func(s csvEncoder, e domain.Entry) string { return s.amount(e) }},
	{"currency", func(_ csvEncoder, e domain.Entry) string { return string(e.Currency) }},
	{"started_at", func(_ csvEncoder, e domain.Entry) string { return e.StartedAt.String() }},
	{"stopped_at", func(_ csvEncoder, e domain.Entry) string { return e.StoppedAt.String() }},
	{"id", func(_ csvEncoder, e domain.Entry) string { return string(e.ID) }},
}

// csvEncoder converts entries to rows.
type csvEncoder struct {
	labels
	zone *time.Location
}

// encode makes the file. It stops as soon as the file is larger than
// maxFileSize.
func (s csvEncoder) encode(entries []domain.Entry) []byte {
	var out bytes.Buffer
	rows := csv.NewWriter(&out)
	rows.UseCRLF = true // RFC 4180, section 2
	row := make([]string, len(columns))
	for i, c := range columns {
		row[i] = c.name
	}
	_ = rows.Write(row) // writing to memory does not fail
	for _, e := range entries {
		for i, c := range columns {
			row[i] = c.value(s, e)
		}
		if _ = rows.Write(row); out.Len() > maxFileSize {
			break
		}
	}
	rows.Flush()
	return out.Bytes()
}

func (s csvEncoder) tags(e domain.Entry) string {
	names := make([]string, len(e.TagIDs))
	for i, id := range e.TagIDs {
		names[i] = string(s.Tags[id].Name)
	}
	return strings.Join(names, ", ")
}

// rate is the hourly rate, or "" if there is none or the caller may not see it.
func (s csvEncoder) rate(e domain.Entry) string {
	if e.HourlyRate == nil || !s.viewer.SeesRatesOn(e.ProjectID) {
		return ""
	}
	return formatMinorUnits(*e.HourlyRate, e.Currency)
}

// amount is the amount of the entry, or "" if the caller may not see it.
func (s csvEncoder) amount(e domain.Entry) string {
	if !s.viewer.SeesRatesOn(e.ProjectID) {
		return ""
	}
	return formatMinorUnits(e.Amount(), e.Currency)
}

// formatHours converts seconds to hours with four decimals, rounded half up.
func formatHours(seconds int64) string {
	parts := (seconds*10_000 + 1_800) / 3_600
	return fmt.Sprintf("%d.%04d", parts/10_000, parts%10_000)
}

// formatMinorUnits converts minor units to units of the currency, with as many
// decimals as the currency has. Amounts are never negative.
func formatMinorUnits(minor int64, c domain.Currency) string {
	scale := c.Digits()
	digits := fmt.Sprintf("%0*d", scale+1, minor)
	if scale == 0 {
		return digits
	}
	return digits[:len(digits)-scale] + "." + digits[len(digits)-scale:]
}

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
