package reports

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/xlsx"
)

// cell is a value of an export. Every format shows it in its own way.
type cell interface {
	// csv is the value as text. No spreadsheet reads it as a formula.
	csv() string
	// xlsx is the value as a cell of a workbook.
	xlsx() xlsx.Cell
}

// The kinds of cells.
type (
	text      string
	date      time.Time // the date of a time
	clock     time.Time // the time of day of a time
	hours     int64     // seconds, shown as hours
	number    int64
	flag      bool
	moneyCell struct {
		minor    int64 // never negative
		currency domain.Currency
	}
)

func (c text) csv() string   { return escapeFormula(string(c)) }
func (c date) csv() string   { return time.Time(c).Format(time.DateOnly) }
func (c clock) csv() string  { return time.Time(c).Format(time.TimeOnly) }
func (c number) csv() string { return strconv.FormatInt(int64(c), 10) }
func (c flag) csv() string   { return strconv.FormatBool(bool(c)) }

// csv is the number of hours with four decimals, rounded half up.
func (c hours) csv() string {
	parts := (int64(c)*10_000 + 1_800) / 3_600
	return fmt.Sprintf("%d.%04d", parts/10_000, parts%10_000)
}

// csv is the amount in units of the currency, with as many decimals as the currency has.
func (c moneyCell) csv() string {
	scale := c.currency.Digits()
	digits := fmt.Sprintf("%0*d", scale+1, c.minor)
	if scale == 0 {
		return digits
	}
	return digits[:len(digits)-scale] + "." + digits[len(digits)-scale:]
}

// column is one column of an export.
type column struct {
	name  string
	value func(s encoder, e timelog.Entry) cell
}

// columns are the columns of an export in every format, in order.
var columns = []column{
	{"date", func(s encoder, e timelog.Entry) cell { return date(s.local(e.StartedAt)) }},
	{"start", func(s encoder, e timelog.Entry) cell { return clock(s.local(e.StartedAt)) }},
	{"end_date", func(s encoder, e timelog.Entry) cell { return date(s.local(*e.StoppedAt)) }},
	{"end", func(s encoder, e timelog.Entry) cell { return clock(s.local(*e.StoppedAt)) }},
	{"hours", func(_ encoder, e timelog.Entry) cell { return hours(e.Seconds(*e.StoppedAt)) }},
	{"seconds", func(_ encoder, e timelog.Entry) cell { return number(e.Seconds(*e.StoppedAt)) }},
	{"user", func(s encoder, e timelog.Entry) cell { return text(s.Users[e.UserID].DisplayName) }},
	{"email", func(s encoder, e timelog.Entry) cell { return text(s.Users[e.UserID].Email) }},
	{"client", func(s encoder, e timelog.Entry) cell { return text(s.Clients[s.clientID(e.ProjectID)].Name) }},
	{"project", func(s encoder, e timelog.Entry) cell { return text(s.Projects[e.ProjectID].Name) }},
	{"task", func(s encoder, e timelog.Entry) cell { return text(s.taskName(e.TaskID)) }},
	{"description", func(_ encoder, e timelog.Entry) cell { return text(e.Description) }},
	{"tags", func(s encoder, e timelog.Entry) cell { return s.tags(e) }},
	{"billable", func(_ encoder, e timelog.Entry) cell { return flag(e.IsBillable) }},
	{"hourly_rate", func(s encoder, e timelog.Entry) cell { return s.rate(e) }},
	{"amount", func(s encoder, e timelog.Entry) cell { return s.amount(e) }},
	{"currency", func(_ encoder, e timelog.Entry) cell { return text(e.Currency) }},
	{"started_at", func(_ encoder, e timelog.Entry) cell { return text(e.StartedAt.String()) }},
	{"stopped_at", func(_ encoder, e timelog.Entry) cell { return text(e.StoppedAt.String()) }},
	{"id", func(_ encoder, e timelog.Entry) cell { return text(e.ID) }},
}

// encoder is what the rows of an export are made with.
type encoder struct {
	labels
	zone *time.Location
}

func (s encoder) local(at domain.Instant) time.Time { return at.In(s.zone) }

func (s encoder) tags(e timelog.Entry) cell {
	names := make([]string, len(e.TagIDs))
	for i, id := range e.TagIDs {
		names[i] = string(s.Tags[id].Name)
	}
	return text(strings.Join(names, ", "))
}

// rate is the hourly rate. It is empty if there is none or the caller may not see it.
func (s encoder) rate(e timelog.Entry) cell {
	if e.HourlyRate == nil || !s.viewer.SeesRatesOn(e.ProjectID) {
		return text("")
	}
	return moneyCell{*e.HourlyRate, e.Currency}
}

// amount is the amount of the entry. It is empty if the caller may not see it.
func (s encoder) amount(e timelog.Entry) cell {
	if !s.viewer.SeesRatesOn(e.ProjectID) {
		return text("")
	}
	return moneyCell{e.Amount(), e.Currency}
}
