package reports

import (
	"strings"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/route"
)

// column is one column of an export.
type column struct {
	heading
	value func(s encoder, e timelog.Entry) cell
	total func(t entryTotals) cell // nil: nothing
}

// columns are the columns of an export in every format, in order. New ones come last, for programs that count columns.
var columns = []column{
	{heading{"date", 11}, func(s encoder, e timelog.Entry) cell { return date(s.local(e.StartedAt)) },
		func(entryTotals) cell { return text("Total") }},
	{heading{"start", 10}, func(s encoder, e timelog.Entry) cell { return clock(s.local(e.StartedAt)) }, nil},
	{heading{"end_date", 11}, func(s encoder, e timelog.Entry) cell { return date(s.local(*e.StoppedAt)) }, nil},
	{heading{"end", 10}, func(s encoder, e timelog.Entry) cell { return clock(s.local(*e.StoppedAt)) }, nil},
	{heading{"hours", 10}, func(_ encoder, e timelog.Entry) cell { return hours(secondsOf(e)) },
		func(t entryTotals) cell { return hours(t.seconds) }},
	{heading{"seconds", 10}, func(_ encoder, e timelog.Entry) cell { return number(secondsOf(e)) },
		func(t entryTotals) cell { return number(t.seconds) }},
	{heading{"user", 20}, func(s encoder, e timelog.Entry) cell { return text(s.Users[e.UserID].DisplayName) }, nil},
	{heading{"email", 28}, func(s encoder, e timelog.Entry) cell { return text(s.Users[e.UserID].Email) }, nil},
	{heading{"client", 20}, func(s encoder, e timelog.Entry) cell { return text(s.Clients[s.clientID(e.ProjectID)].Name) },
		nil},
	{heading{"project", 24}, func(s encoder, e timelog.Entry) cell { return text(s.Projects[e.ProjectID].Name) }, nil},
	{heading{"task", 20}, func(s encoder, e timelog.Entry) cell { return text(s.taskName(e.TaskID)) }, nil},
	{heading{"description", 40}, func(_ encoder, e timelog.Entry) cell { return text(e.Description) }, nil},
	{heading{"tags", 18}, func(s encoder, e timelog.Entry) cell { return s.tags(e) }, nil},
	{heading{"billable", 10}, func(_ encoder, e timelog.Entry) cell { return flag(e.IsBillable) }, nil},
	{heading{"hourly_rate", 14}, func(s encoder, e timelog.Entry) cell { return s.rate(e) }, nil},
	{heading{"amount", 16}, func(s encoder, e timelog.Entry) cell { return s.amount(e) },
		func(t entryTotals) cell { return amountCell(t.amount, t.currency) }},
	{heading{"currency", 10}, func(_ encoder, e timelog.Entry) cell { return text(e.Currency) }, nil},
	{heading{"started_at", 22}, func(_ encoder, e timelog.Entry) cell { return text(e.StartedAt.String()) }, nil},
	{heading{"stopped_at", 22}, func(_ encoder, e timelog.Entry) cell { return text(e.StoppedAt.String()) }, nil},
	{heading{"id", 38}, func(_ encoder, e timelog.Entry) cell { return text(e.ID) }, nil},
	{heading{"duration", 11}, func(_ encoder, e timelog.Entry) cell { return duration(secondsOf(e)) },
		func(t entryTotals) cell { return duration(t.seconds) }},
	{heading{"invoice", 18}, func(_ encoder, e timelog.Entry) cell { return text(e.Invoice) }, nil},
}

func secondsOf(e timelog.Entry) int64 { return e.Seconds(*e.StoppedAt) }

// encoder is what the rows of an export are made with.
type encoder struct {
	labels
	zone     *time.Location
	currency domain.Currency // of the workspace
}

func newEncoder(l labels, r *route.Request) encoder {
	return encoder{labels: l, zone: r.Workspace.Timezone.Location(), currency: r.Billing.Currency}
}

// table is the table of the entries.
func (s encoder) table(entries []timelog.Entry) table {
	t := table{file: entriesFile, worksheet: "Entries", rows: len(entries), total: make([]cell, len(columns))}
	row, totals := make([]cell, len(columns)), s.totalsOf(entries)
	for i, c := range columns {
		t.columns = append(t.columns, c.heading)
		if t.total[i] = empty; c.total != nil {
			t.total[i] = c.total(totals)
		}
	}
	t.row = func(n int) []cell {
		for i, c := range columns {
			row[i] = c.value(s, entries[n])
		}
		return row
	}
	return t
}

// entryTotals are the totals of an export.
type entryTotals struct {
	seconds  int64
	amount   *int64 // of the entries in the currency; nil if it contains one that the caller may not see
	currency domain.Currency
}

func (s encoder) totalsOf(entries []timelog.Entry) entryTotals {
	t := entryTotals{amount: new(int64), currency: s.currency}
	for _, e := range entries {
		t.seconds += secondsOf(e)
		switch {
		case e.Currency != s.currency || t.amount == nil:
		case !s.viewer.SeesRatesOn(e.ProjectID):
			t.amount = nil
		default:
			*t.amount += e.Amount()
		}
	}
	return t
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
	if !s.viewer.SeesRatesOn(e.ProjectID) {
		return empty
	}
	return amountCell(e.HourlyRate, e.Currency)
}

// amount is the amount of the entry. It is empty if the caller may not see it.
func (s encoder) amount(e timelog.Entry) cell {
	if !s.viewer.SeesRatesOn(e.ProjectID) {
		return empty
	}
	return moneyCell{e.Amount(), e.Currency}
}
