package reports

import (
	"strings"
	"time"

	"stint/shared/domain"
)

// column is one column of an export.
type column struct {
	name  string
	value func(s sheet, e domain.Entry) cell
}

// columns are the columns of an export in every format, in order.
var columns = []column{
	{"date", func(s sheet, e domain.Entry) cell { return date(s.local(e.StartedAt)) }},
	{"start", func(s sheet, e domain.Entry) cell { return clock(s.local(e.StartedAt)) }},
	{"end_date", func(s sheet, e domain.Entry) cell { return date(s.local(*e.StoppedAt)) }},
	{"end", func(s sheet, e domain.Entry) cell { return clock(s.local(*e.StoppedAt)) }},
	{"hours", func(_ sheet, e domain.Entry) cell { return hours(e.Seconds(*e.StoppedAt)) }},
	{"seconds", func(_ sheet, e domain.Entry) cell { return number(e.Seconds(*e.StoppedAt)) }},
	{"user", func(s sheet, e domain.Entry) cell { return text(s.Users[e.UserID].DisplayName) }},
	{"email", func(s sheet, e domain.Entry) cell { return text(s.Users[e.UserID].Email) }},
	{"client", func(s sheet, e domain.Entry) cell { return text(s.Clients[s.clientID(e.ProjectID)].Name) }},
	{"project", func(s sheet, e domain.Entry) cell { return text(s.Projects[e.ProjectID].Name) }},
	{"task", func(s sheet, e domain.Entry) cell { return text(s.taskName(e.TaskID)) }},
	{"description", func(_ sheet, e domain.Entry) cell { return text(e.Description) }},
	{"tags", func(s sheet, e domain.Entry) cell { return s.tags(e) }},
	{"billable", func(_ sheet, e domain.Entry) cell { return flag(e.IsBillable) }},
	{"hourly_rate", func(s sheet, e domain.Entry) cell { return s.rate(e) }},
	{"amount", func(s sheet, e domain.Entry) cell { return s.amount(e) }},
	{"currency", func(_ sheet, e domain.Entry) cell { return text(e.Currency) }},
	{"started_at", func(_ sheet, e domain.Entry) cell { return text(e.StartedAt.String()) }},
	{"stopped_at", func(_ sheet, e domain.Entry) cell { return text(e.StoppedAt.String()) }},
	{"id", func(_ sheet, e domain.Entry) cell { return text(e.ID) }},
}

// sheet is what the rows of an export are made with.
type sheet struct {
	labels
	zone *time.Location
}

func (s sheet) local(at domain.Instant) time.Time { return at.In(s.zone) }

func (s sheet) tags(e domain.Entry) cell {
	names := make([]string, len(e.TagIDs))
	for i, id := range e.TagIDs {
		names[i] = string(s.Tags[id].Name)
	}
	return text(strings.Join(names, ", "))
}

// rate is the hourly rate. It is empty if there is none or the caller may not see it.
func (s sheet) rate(e domain.Entry) cell {
	if e.HourlyRate == nil || !s.viewer.SeesRatesOn(e.ProjectID) {
		return text("")
	}
	return money{*e.HourlyRate, e.Currency}
}

// amount is the amount of the entry. It is empty if the caller may not see it.
func (s sheet) amount(e domain.Entry) cell {
	if !s.viewer.SeesRatesOn(e.ProjectID) {
		return text("")
	}
	return money{e.Amount(), e.Currency}
}
