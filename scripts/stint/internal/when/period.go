package when

import (
	"strings"
	"time"

	"stint/shared/domain"
)

// Period is a range of days. Both are midnights in UTC of dates that count in a zone.
type Period struct{ First, Last time.Time }

// Range returns when a period begins and when it has ended, in a zone.
func (p Period) Range(zone *time.Location) (from, to time.Time) {
	return StartOfDay(p.First, zone), StartOfDay(p.Last.AddDate(0, 0, 1), zone)
}

// StartOfDay is the first moment in a zone of the day that a moment has in its own zone.
func StartOfDay(day time.Time, zone *time.Location) time.Time {
	return domain.DateOf(day).StartOfDay(zone).In(zone)
}

// PeriodExamples are periods that Period reads, for help texts.
const PeriodExamples = `today, yesterday, mon, week, last-week, month, last-month, year, 2026-11, 2026-11-02, 2026-11-02..2026-11-05`

// Period reads a period. Errors: *Error.
func (r Reader) Period(text string) (Period, error) {
	word := strings.ToLower(strings.TrimSpace(text))
	if first, last, ok := strings.Cut(word, ".."); ok {
		return r.between(text, first, last)
	}
	if p, ok := r.named(word); ok {
		return p, nil
	}
	if day, ok := r.day(word); ok {
		return Period{day, day}, nil
	}
	if month, err := time.Parse("2006-01", word); err == nil {
		return Period{month, month.AddDate(0, 1, -1)}, nil
	}
	if year, err := time.Parse("2006", word); err == nil {
		return Period{year, year.AddDate(1, 0, -1)}, nil
	}
	return Period{}, &Error{text, "no period: write one of " + PeriodExamples}
}

func (r Reader) between(text, first, last string) (Period, error) {
	from, ok := r.day(first)
	to, also := r.day(last)
	if !ok || !also || to.Before(from) {
		return Period{}, &Error{text, "no period: write two days, such as 2026-11-02..2026-11-05"}
	}
	return Period{from, to}, nil
}

// named are the periods around today.
func (r Reader) named(word string) (Period, bool) {
	today := r.today()
	week := today.AddDate(0, 0, -(int(today.Weekday()-r.WeekStart)+7)%7)
	month := today.AddDate(0, 0, 1-today.Day())
	year := time.Date(today.Year(), 1, 1, 0, 0, 0, 0, time.UTC)
	switch word {
	case "week":
		return Period{week, week.AddDate(0, 0, 6)}, true
	case "last-week":
		return Period{week.AddDate(0, 0, -7), week.AddDate(0, 0, -1)}, true
	case "month":
		return Period{month, month.AddDate(0, 1, -1)}, true
	case "last-month":
		return Period{month.AddDate(0, -1, 0), month.AddDate(0, 0, -1)}, true
	case "year":
		return Period{year, year.AddDate(1, 0, -1)}, true
	case "last-year":
		return Period{year.AddDate(-1, 0, 0), year.AddDate(0, 0, -1)}, true
	}
	return Period{}, false
}

// today is the date of now in the zone, as midnight in UTC.
func (r Reader) today() time.Time {
	year, month, day := r.Now.In(r.Zone).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

// day reads a day: today, yesterday, a weekday, or a date.
func (r Reader) day(word string) (time.Time, bool) {
	switch word {
	case "today":
		return r.today(), true
	case "yesterday":
		return r.today().AddDate(0, 0, -1), true
	}
	for back := range 7 {
		day := r.today().AddDate(0, 0, -back)
		name := strings.ToLower(day.Weekday().String())
		if word == name || word == name[:3] {
			return day, true
		}
	}
	day, err := time.Parse(time.DateOnly, word)
	return day, err == nil
}
