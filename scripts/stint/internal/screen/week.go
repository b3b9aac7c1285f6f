package screen

import (
	"fmt"
	"strings"
	"time"
)

// Span is a piece of time.
type Span struct{ From, To time.Time }

// slotsPerHour are the parts of an hour that a picture of a day shows.
const slotsPerHour = 2

// Day draws the hours of a day from one to another, two characters for each: a block where more
// than half of the half hour is tracked, a lighter one where some of it is, and a dot elsewhere.
// The day begins at a moment; its hours are those of the clock in its zone.
func Day(day time.Time, first, last int, spans []Span) string {
	var out strings.Builder
	for hour := first; hour < last; hour++ {
		for slot := range slotsPerHour {
			from := time.Date(day.Year(), day.Month(), day.Day(), hour, slot*60/slotsPerHour, 0, 0, day.Location())
			out.WriteRune(block(from, from.Add(time.Hour/slotsPerHour), spans))
		}
	}
	return out.String()
}

// Head names the hours above the days that Day draws.
func Head(first, last int) string {
	var out strings.Builder
	for hour := first; hour < last; hour++ {
		fmt.Fprintf(&out, "%-2d", hour)
	}
	return strings.TrimRight(out.String(), " ")
}

func block(from, to time.Time, spans []Span) rune {
	var covered time.Duration
	for _, s := range spans {
		covered += overlap(s, from, to)
	}
	switch {
	case covered > to.Sub(from)/2:
		return '█'
	case covered > 0:
		return '▒'
	}
	return '·'
}

// overlap is how much of a span is between two moments.
func overlap(s Span, from, to time.Time) time.Duration {
	if s.From.After(from) {
		from = s.From
	}
	if s.To.Before(to) {
		to = s.To
	}
	return max(0, to.Sub(from))
}

// Within is how much of the spans is between two moments.
func Within(spans []Span, from, to time.Time) time.Duration {
	var sum time.Duration
	for _, s := range spans {
		sum += overlap(s, from, to)
	}
	return sum
}

// usualFirst and usualLast are the hours that a picture shows at least.
const usualFirst, usualLast = 8, 18

// Hours are the first hour of the clock that any span touches, and the one after the last, or the
// usual hours where these are more. Spans over midnight need the whole day.
func Hours(spans []Span, zone *time.Location) (first, last int) {
	first, last = usualFirst, usualLast
	for _, s := range spans {
		from, to := s.From.In(zone), s.To.In(zone)
		if from.YearDay() != to.YearDay() {
			return 0, 24
		}
		first, last = min(first, from.Hour()), max(last, to.Add(-1).Hour()+1)
	}
	return first, last
}
