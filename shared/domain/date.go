package domain

import (
	"cmp"
	"slices"
	"time"

	"stint/shared/pattern"
	"stint/shared/problem"
)

// Date is a calendar day, YYYY-MM-DD, without a time zone. The text order of
// dates is their order in time.
type Date string

var isoDate = pattern.New(`^\d{4}-\d{2}-\d{2}$`)

// ParseText reads a date sent by a caller.
func (d *Date) ParseText(text string) problem.FieldCode {
	if !isoDate.MatchString(text) {
		return problem.DateInvalid
	}
	if _, err := time.Parse(time.DateOnly, text); err != nil {
		return problem.DateInvalid
	}
	*d = Date(text)
	return ""
}

// AddDays is the date that many days later; earlier if days is negative.
func (d Date) AddDays(days int) Date {
	t, _ := time.Parse(time.DateOnly, string(d)) // a date was parsed before
	return Date(t.AddDate(0, 0, days).Format(time.DateOnly))
}

// LongForm is the date as people write it: 8 June 2026.
func (d Date) LongForm() string {
	t, _ := time.Parse(time.DateOnly, string(d)) // a date was parsed before
	return t.Format("2 January 2006")
}

// StartOfDay is the first moment of the day in a zone.
func (d Date) StartOfDay(zone *time.Location) Instant { return d.StartOfDayAfter(zone, 0) }

// StartOfDayAfter is the first moment of the day that many days later, in a zone. If
// the clocks skip midnight, or the whole day, it is the moment at which they are
// put forward. If midnight occurs twice, it is the first one.
func (d Date) StartOfDayAfter(zone *time.Location, days int) Instant {
	day := d.AddDays(days)
	t, _ := time.Parse(time.DateOnly, string(day))
	at := time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, zone)
	start, end := at.ZoneBounds()
	switch {
	case DateOf(at) < day: // midnight is skipped, and Go used the offset before the change
		return InstantOf(end)
	case DateOf(at) > day || at.Hour()+at.Minute()+at.Second() > 0:
		// midnight is skipped, and Go used the offset after the change
		return InstantOf(start)
	}
	if start.IsZero() {
		return InstantOf(at)
	}
	_, after := at.Zone()
	_, before := start.Add(-time.Second).Zone()
	first := at.Add(time.Duration(after-before) * time.Second)
	if first.Before(start) && DateOf(first) == day {
		return InstantOf(first)
	}
	return InstantOf(at)
}

// DayIn is the day of the instant in a zone.
func (at Instant) DayIn(zone *time.Location) Date { return DateOf(at.In(zone)) }

// DateOf is the day of a moment in its own zone.
func DateOf(t time.Time) Date { return Date(t.Format(time.DateOnly)) }

// DaySpan is the days from First to Last, both included.
type DaySpan struct {
	First Date `db:"a"`
	Last  Date `db:"b"`
}

// Including is the span extended to a day.
func (s *DaySpan) Including(day Date) *DaySpan {
	if s == nil {
		return &DaySpan{day, day}
	}
	return &DaySpan{min(s.First, day), max(s.Last, day)}
}

// MergeDays joins spans that overlap or touch. The result is in order.
func MergeDays(spans []DaySpan) []DaySpan {
	slices.SortFunc(spans, func(a, b DaySpan) int { return cmp.Compare(a.First, b.First) })
	var merged []DaySpan
	for _, s := range spans {
		if n := len(merged); n > 0 && s.First <= merged[n-1].Last.AddDays(1) {
			merged[n-1].Last = max(merged[n-1].Last, s.Last)
		} else {
			merged = append(merged, s)
		}
	}
	return merged
}

// JoinNearest joins the spans with the fewest days between them, until there are not more than most. The spans are in
// order and without overlaps, and so is the result.
func JoinNearest(spans []DaySpan, most int) []DaySpan {
	for len(spans) > most {
		nearest := 1
		for i := range spans[1:] {
			if spans[i].Last.daysTo(spans[i+1].First) < spans[nearest-1].Last.daysTo(spans[nearest].First) {
				nearest = i + 1
			}
		}
		spans[nearest-1].Last = spans[nearest].Last
		spans = slices.Delete(spans, nearest, nearest+1)
	}
	return spans
}

// daysTo is how many days later another date is.
func (d Date) daysTo(later Date) int {
	from, _ := time.Parse(time.DateOnly, string(d)) // a date was parsed before
	to, _ := time.Parse(time.DateOnly, string(later))
	return int(to.Sub(from) / (24 * time.Hour))
}

// Month is a month of the calendar, YYYY-MM.
type Month string

// MonthOf is the month of a day.
func MonthOf(d Date) Month { return Month(d[:len("2006-01")]) }

// First is the first day of the month.
func (m Month) First() Date { return Date(m + "-01") }

// Last is the last day of the month.
func (m Month) Last() Date { return m.Next().First().AddDays(-1) }

// Next is the month after it.
func (m Month) Next() Month { return MonthOf(m.First().AddDays(31)) }

// Before is the month before it.
func (m Month) Before() Month { return MonthOf(m.First().AddDays(-1)) }

// Months lists the months of the days.
func (s DaySpan) Months() (all []Month) {
	for m := MonthOf(s.First); m <= MonthOf(s.Last); m = m.Next() {
		all = append(all, m)
	}
	return all
}

// WeekStart is the first day of the week in a workspace's reports.
type WeekStart string

// The days a week may start on.
const (
	Monday WeekStart = "monday"
	Sunday WeekStart = "sunday"
)

// FirstDay is the first day of the week that contains a day.
func (s WeekStart) FirstDay(day Date) Date {
	t, _ := time.Parse(time.DateOnly, string(day)) // a date was parsed before
	begins := time.Monday
	if s == Sunday {
		begins = time.Sunday
	}
	return day.AddDays(-((int(t.Weekday()-begins) + 7) % 7))
}
