package reports

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"stint/shared/domain"
)

// column is one column of an export.
type column struct {
	title string
	value func(s sheet, e domain.Entry) string
}

// columns are those of an export, in their order. Texts that people chose are
// made safe for spreadsheets.
var columns = []column{
	{"date", func(s sheet, e domain.Entry) string { return e.StartedAt.In(s.zone).Format(time.DateOnly) }},
	{"start", func(s sheet, e domain.Entry) string { return e.StartedAt.In(s.zone).Format(time.TimeOnly) }},
	{"end_date", func(s sheet, e domain.Entry) string { return e.StoppedAt.In(s.zone).Format(time.DateOnly) }},
	{"end", func(s sheet, e domain.Entry) string { return e.StoppedAt.In(s.zone).Format(time.TimeOnly) }},
	{"hours", func(_ sheet, e domain.Entry) string { return hours(e.Seconds(*e.StoppedAt)) }},
	{"seconds", func(_ sheet, e domain.Entry) string { return strconv.FormatInt(e.Seconds(*e.StoppedAt), 10) }},
	{"user", func(s sheet, e domain.Entry) string { return safe(string(s.People[e.UserID].DisplayName)) }},
	{"email", func(s sheet, e domain.Entry) string { return safe(string(s.People[e.UserID].Email)) }},
	{"client", func(s sheet, e domain.Entry) string { return safe(string(s.Clients[s.client(e.ProjectID)].Name)) }},
	{"project", func(s sheet, e domain.Entry) string { return safe(string(s.Projects[e.ProjectID].Name)) }},
	{"task", func(s sheet, e domain.Entry) string { return safe(string(s.task(e.TaskID))) }},
	{"description", func(_ sheet, e domain.Entry) string { return safe(string(e.Description)) }},
	{"tags", func(s sheet, e domain.Entry) string { return safe(s.tags(e)) }},
	{"billable", func(_ sheet, e domain.Entry) string { return strconv.FormatBool(e.IsBillable) }},
	{"hourly_rate", func(s sheet, e domain.Entry) string { return s.rate(e) }},
	{"amount", func(s sheet, e domain.Entry) string { return s.amount(e) }},
	{"currency", func(_ sheet, e domain.Entry) string { return string(e.Currency) }},
	{"started_at", func(_ sheet, e domain.Entry) string { return e.StartedAt.String() }},
	{"stopped_at", func(_ sheet, e domain.Entry) string { return e.StoppedAt.String() }},
	{"id", func(_ sheet, e domain.Entry) string { return string(e.ID) }},
}

// sheet writes entries as rows.
type sheet struct {
	labels
	zone *time.Location
}

// write makes the file. It ends early once it is larger than any may be.
func (s sheet) write(entries []domain.Entry) []byte {
	var out bytes.Buffer
	rows := csv.NewWriter(&out)
	rows.UseCRLF = true // RFC 4180, section 2
	row := make([]string, len(columns))
	for i, c := range columns {
		row[i] = c.title
	}
	_ = rows.Write(row) // writing to memory does not fail
	for _, e := range entries {
		for i, c := range columns {
			row[i] = c.value(s, e)
		}
		if _ = rows.Write(row); out.Len() > maxFile {
			break
		}
	}
	rows.Flush()
	return out.Bytes()
}

func (s sheet) tags(e domain.Entry) string {
	names := make([]string, len(e.TagIDs))
	for i, id := range e.TagIDs {
		names[i] = string(s.Tags[id].Name)
	}
	return strings.Join(names, ", ")
}

// rate is the hourly rate; "" for none, and where it is not shown.
func (s sheet) rate(e domain.Entry) string {
	if e.HourlyRate == nil || !s.viewer.SeesWorth(e.ProjectID) {
		return ""
	}
	return decimal(*e.HourlyRate, e.Currency)
}

// amount is what the entry is worth; "" where it is not shown.
func (s sheet) amount(e domain.Entry) string {
	if !s.viewer.SeesWorth(e.ProjectID) {
		return ""
	}
	return decimal(e.Amount(), e.Currency)
}

// hours are seconds in hours, to four decimals; half of the last goes up.
func hours(seconds int64) string {
	parts := (seconds*10_000 + 1_800) / 3_600
	return fmt.Sprintf("%d.%04d", parts/10_000, parts%10_000)
}

// decimal is an amount of minor units in units, with as many decimals as the
// currency has. Amounts are never negative.
func decimal(minor int64, c domain.Currency) string {
	scale := c.Digits()
	digits := fmt.Sprintf("%0*d", scale+1, minor)
	if scale == 0 {
		return digits
	}
	return digits[:len(digits)-scale] + "." + digits[len(digits)-scale:]
}

// risky are the signs that make a spreadsheet take a text for a formula when
// they come first, in full width too. Source: OWASP, CSV Injection.
const risky = "=+-@\t\r\n\uff1d\uff0b\uff0d\uff20"

// safe puts an apostrophe before a text that could be taken for a formula.
func safe(text string) string {
	if first, size := utf8.DecodeRuneInString(text); size > 0 && strings.ContainsRune(risky, first) {
		return "'" + text
	}
	return text
}
