package screen

import (
	"fmt"
	"strings"
	"time"
)

// Span is a piece of time.
type Span struct{ From, To time.Time }

// Picture is how days are drawn: the hours of the clock from one to another.
type Picture struct {
	First, Last int
	Minutes     int // that a character shows: 30, 60 or 120
}

// BesidePicture are the columns of the day and of its sum beside a picture, with the blanks around them.
const BesidePicture = 20

// NewPicture makes a picture of spans for a screen with so many columns; 0 is any number.
func NewPicture(spans []Span, zone *time.Location, columns int) Picture {
	p := Picture{Minutes: 30}
	p.First, p.Last = Hours(spans, zone)
	for columns > 0 && p.Minutes < 120 && BesidePicture+(p.Last-p.First)*60/p.Minutes > columns {
		p.Minutes *= 2
	}
	return p
}

// Width is how many characters Day draws.
func (p Picture) Width() int { return (p.Last - p.First) * 60 / p.Minutes }

// Day draws the hours of a day: a block where more than half of the time of a character is tracked,
// a lighter one where some of it is, and a dot elsewhere. Where the clock leaves an hour out there
// is a blank, and an hour that comes twice shows the fuller one. The day begins at a moment; its
// hours are those of the clock in its zone.
func (p Picture) Day(day time.Time, spans []Span) string {
	var out strings.Builder
	for minute := p.First * 60; minute < p.Last*60; minute += p.Minutes {
		out.WriteRune(p.block(day, minute/60, minute%60, spans))
	}
	return out.String()
}

// labelWidth are the characters from one name of an hour to the next.
const labelWidth = 4

// Head names hours above the days that Day draws, one above every fourth character.
func (p Picture) Head() string {
	var out strings.Builder
	for hour := p.First; hour < p.Last; hour += labelWidth * p.Minutes / 60 {
		fmt.Fprintf(&out, "%-*d", labelWidth, hour)
	}
	return strings.TrimRight(out.String(), " ")
}

// The characters of a picture, the fullest last.
const blocks = " ·▒█"

// block is the character of a time of the clock.
func (p Picture) block(day time.Time, hour, minute int, spans []Span) rune {
	shown := time.Date(day.Year(), day.Month(), day.Day(), hour, minute, 0, 0, day.Location())
	fullest := 0
	// it comes twice when the clock is put back
	for _, from := range []time.Time{shown, shown.Add(-time.Hour), shown.Add(time.Hour)} {
		if from.Hour() == hour && from.Minute() == minute {
			fullest = max(fullest, fullness(from, from.Add(time.Duration(p.Minutes)*time.Minute), spans))
		}
	}
	return []rune(blocks)[fullest]
}

// fullness is the place in blocks of what is tracked between two moments.
func fullness(from, to time.Time, spans []Span) int {
	var covered time.Duration
	for _, s := range spans {
		covered += overlap(s, from, to)
	}
	switch {
	case covered > to.Sub(from)/2:
		return 3
	case covered > 0:
		return 2
	}
	return 1
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

// Started is the length of the spans that start between two moments.
func Started(spans []Span, from, to time.Time) time.Duration {
	var sum time.Duration
	for _, s := range spans {
		if !s.From.Before(from) && s.From.Before(to) {
			sum += s.To.Sub(s.From)
		}
	}
	return sum
}

// Reaching is how much between two moments is of spans that started before them.
func Reaching(spans []Span, from, to time.Time) (sum time.Duration) {
	for _, s := range spans {
		if s.From.Before(from) {
			sum += overlap(s, from, to)
		}
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
