package tools

import (
	"strconv"
	"strings"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/reports"
)

// Span is the time that a tool looks at.
type Span struct {
	Period string `json:"period,omitempty" jsonschema:"today, yesterday, this or last week, month or year, last 7 days (with today), 2026, 2026-06 or 2026-06-15"`
	From   string `json:"from,omitempty" jsonschema:"instead of a period: the earliest start, as 2026-06-15 or a local time"`
	To     string `json:"to,omitempty" jsonschema:"the start of the first day that is left out, or a local time"`
}

// bounds are the moments of a span, from the first included to the first excluded; "" is open.
type bounds struct{ from, to string }

// readSpan reads a span; usual is its period when it says nothing. Errors: a failure for texts that cannot be read.
func (c *call) readSpan(s Span, usual string) (bounds, error) {
	if s == (Span{}) {
		s.Period = usual
	}
	if s.Period != "" {
		if s.From != "" || s.To != "" {
			return bounds{}, invalid("period", "range_invalid", "Send either a period, or from and to.")
		}
		days, err := c.readPeriod(s.Period)
		return c.boundsOf(days), err
	}
	from, err := c.readDay("from", s.From)
	if err != nil {
		return bounds{}, err
	}
	to, err := c.readDay("to", s.To)
	return bounds{from, to}, err
}

// boundsOf are the moments of days.
func (c *call) boundsOf(days domain.DaySpan) bounds {
	return bounds{days.First.StartOfDay(c.zone).String(), days.Last.StartOfDayAfter(c.zone, 1).String()}
}

// readPeriod reads a period in words. Errors: a failure for other words.
func (c *call) readPeriod(words string) (domain.DaySpan, error) {
	days, ok := periodDays(words, domain.DateOf(c.Now.In(c.zone)), c.weekStart)
	if !ok {
		return days, invalid("period", "enum_invalid", "Write today, yesterday, this week, last week, this month, "+
			"last month, this year, last year, last 7 days, 2026, 2026-06 or 2026-06-15.")
	}
	return days, nil
}

// periodDays are the days that words mean.
func periodDays(words string, today domain.Date, week domain.WeekStart) (domain.DaySpan, bool) {
	words = strings.Join(strings.Fields(strings.ReplaceAll(strings.ToLower(words), "_", " ")), " ")
	monday, month, year := week.FirstDay(today), domain.MonthOf(today), yearBefore(today, 0)
	switch words {
	case "today":
		return domain.DaySpan{First: today, Last: today}, true
	case "yesterday":
		return domain.DaySpan{First: today.AddDays(-1), Last: today.AddDays(-1)}, true
	case "this week":
		return domain.DaySpan{First: monday, Last: monday.AddDays(6)}, true
	case "last week":
		return domain.DaySpan{First: monday.AddDays(-7), Last: monday.AddDays(-1)}, true
	case "this month":
		return daysOfMonth(month), true
	case "last month":
		return daysOfMonth(month.Before()), true
	case "this year":
		return year, true
	case "last year":
		return yearBefore(today, 1), true
	}
	return calendarDays(words, today)
}

// calendarDays are the days of a day, a month, a year, or the last so many days.
func calendarDays(words string, today domain.Date) (days domain.DaySpan, ok bool) {
	for _, part := range []struct{ start, end string }{{"", ""}, {"-01", "month"}, {"-01-01", "year"}} {
		var first domain.Date
		if len(words+part.start) != len("2006-01-02") || first.ParseText(words+part.start) != "" {
			continue
		}
		switch part.end {
		case "month":
			return daysOfMonth(domain.MonthOf(first)), true
		case "year":
			return yearBefore(first, 0), true
		}
		return domain.DaySpan{First: first, Last: first}, true
	}
	count, isLast := strings.CutPrefix(strings.TrimSuffix(strings.TrimSuffix(words, "s"), " day"), "last ")
	n, err := strconv.Atoi(count)
	if !isLast || err != nil || n < 1 || n > maxPeriodDays {
		return days, false
	}
	return domain.DaySpan{First: today.AddDays(1 - n), Last: today}, true
}

// maxPeriodDays is how many days a summary may have.
const maxPeriodDays = int(reports.MaxReportSpan / (24 * time.Hour))

func daysOfMonth(m domain.Month) domain.DaySpan {
	return domain.DaySpan{First: m.First(), Last: m.Last()}
}

// yearBefore are the days of the year so many years before that of a day.
func yearBefore(day domain.Date, years int) domain.DaySpan {
	n, _ := strconv.Atoi(string(day[:4])) // a date was parsed before
	year := strconv.Itoa(n - years)
	return domain.DaySpan{First: domain.Date(year + "-01-01"), Last: domain.Date(year + "-12-31")}
}
