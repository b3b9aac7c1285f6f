package domain

import (
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
func (d Date) StartOfDay(zone *time.Location) Instant { return d.startOfDay(zone, 0) }

// startOfDay is the first moment of the day that many days later, in a zone. If
// the clocks skip midnight, or the whole day, it is the moment at which they are
// put forward. If midnight occurs twice, it is the first one.
func (d Date) startOfDay(zone *time.Location, days int) Instant {
	day := d.AddDays(days)
	t, _ := time.Parse(time.DateOnly, string(day))
	at := time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, zone)
	start, end := at.ZoneBounds()
	switch {
	case dateOf(at) < day: // midnight is skipped, and Go used the offset before the change
		return InstantOf(end)
	case dateOf(at) > day || at.Hour()+at.Minute()+at.Second() > 0: // midnight is skipped, and Go used the offset after the change
		return InstantOf(start)
	}
	if start.IsZero() {
		return InstantOf(at)
	}
	_, after := at.Zone()
	_, before := start.Add(-time.Second).Zone()
	first := at.Add(time.Duration(after-before) * time.Second)
	if first.Before(start) && dateOf(first) == day {
		return InstantOf(first)
	}
	return InstantOf(at)
}

// DayIn is the day of the instant in a zone.
func (at Instant) DayIn(zone *time.Location) Date { return dateOf(at.In(zone)) }

func dateOf(t time.Time) Date { return Date(t.Format(time.DateOnly)) }
