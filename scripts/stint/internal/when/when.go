// Package when reads moments, durations and periods as people write them.
package when

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"stint/shared/domain"
)

// Reader reads what is relative to a moment and a time zone.
type Reader struct {
	Now  time.Time
	Zone *time.Location

	// WeekStart is the first day of a week. Only periods need it.
	WeekStart time.Weekday
}

// Error is the error of a text that is no moment, duration or period. It says what would be one.
type Error struct{ Text, Want string }

// Error implements error.
func (e *Error) Error() string { return fmt.Sprintf("%q is %s", e.Text, e.Want) }

// Examples are moments that Moment reads, for help texts.
const Examples = `"9:15", "yesterday 14:00", "mon 9:00", "-20m", "2026-11-02 9:00"`

func noMoment(text string) error {
	return &Error{Text: text, Want: "no time: write for example " + Examples}
}

// Moment reads a moment: "now", a distance such as "-20m", a time of today such as "9:15", "9.15",
// "9:15 pm", "noon", "midnight" for 0:00 or "24:00" for the end of the day, a day and a time such as "yesterday 14:00",
// "mon 9:00" or "2026-11-02 9:00", or RFC 3339. A name of a weekday is its last one, today included. An hour that a
// clock shows twice is the first. Errors: *Error, also for an hour that the clock leaves out.
func (r Reader) Moment(text string) (time.Time, error) { return r.momentOn(r.today(), text) }

// On is Moment with a time alone on the day of another moment. Errors: *Error.
func (r Reader) On(other time.Time, text string) (time.Time, error) {
	return r.momentOn(other.In(r.Zone), text)
}

// momentOn is Moment with a time alone on that day.
func (r Reader) momentOn(day time.Time, text string) (time.Time, error) {
	words := strings.Fields(halfOfDay.ReplaceAllString(strings.ToLower(strings.TrimSpace(text)), "$1$2"))
	if t, err := time.Parse(time.RFC3339, strings.TrimSpace(text)); err == nil {
		return t, nil
	}
	switch {
	case len(words) == 1 && words[0] == "now":
		return r.Now, nil
	case len(words) > 0 && strings.ContainsAny(words[0][:1], "-+"):
		return r.distant(text, strings.Join(words, " "))
	case len(words) == 0 || len(words) > 2:
		return time.Time{}, noMoment(text)
	case len(words) == 2:
		var ok bool
		if day, ok = r.day(words[0]); !ok {
			return time.Time{}, noMoment(text)
		}
	}
	clock, ok := parseClock(words[len(words)-1])
	if !ok {
		return time.Time{}, noMoment(text)
	}
	return r.at(text, day, clock)
}

// distant is a moment before now, or after it.
func (r Reader) distant(text, word string) (time.Time, error) {
	distance, err := Duration(word[1:])
	if err != nil {
		return time.Time{}, noMoment(text)
	}
	if word[0] == '-' {
		distance = -distance
	}
	return r.Now.Add(distance), nil
}

// at is a time of a day in the zone.
func (r Reader) at(text string, day time.Time, clock time.Duration) (time.Time, error) {
	midnight := time.Date(day.Year(), day.Month(), day.Day(), 0, 0, 0, 0, time.UTC)
	all := domain.LocalMoments(midnight.Add(clock), r.Zone)
	if len(all) == 0 {
		return time.Time{}, &Error{text, fmt.Sprintf("no time in %s: the clock is put forward over it", r.Zone)}
	}
	return all[0], nil
}

var (
	clockForm = regexp.MustCompile(`^(\d{1,2})(?:[:.](\d\d)(?::(\d\d))?)?(am|pm)?$`)
	halfOfDay = regexp.MustCompile(`(\d)\s+(am|pm)$`)
)

// clockWords are times of a day that have names.
var clockWords = map[string]time.Duration{"midnight": 0, "noon": 12 * time.Hour, "24:00": 24 * time.Hour,
	"24:00:00": 24 * time.Hour, "24.00": 24 * time.Hour}

// parseClock reads "9:15", "9.15", "9:15:30", "9am", "9:15pm" and clockWords as the distance from
// midnight.
func parseClock(word string) (time.Duration, bool) {
	if clock, ok := clockWords[word]; ok {
		return clock, true
	}
	found := clockForm.FindStringSubmatch(word)
	if found == nil || found[2] == "" && found[4] == "" {
		return 0, false
	}
	hour, minute, second := number(found[1]), number(found[2]), number(found[3])
	if found[4] != "" {
		if hour < 1 || hour > 12 {
			return 0, false
		}
		hour %= 12
		if found[4] == "pm" {
			hour += 12
		}
	}
	if hour > 23 || minute > 59 || second > 59 {
		return 0, false
	}
	return time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute + time.Duration(second)*time.Second, true
}

// number reads digits; "" is 0.
func number(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}

// After is Moment for the end of what began at another moment. A time alone is on the day when it
// began, or on the next day if it is earlier.
// Errors: *Error, also for a time of the next day that is still to come.
func (r Reader) After(began time.Time, text string) (time.Time, error) {
	if _, ok := parseClock(halfOfDay.ReplaceAllString(strings.ToLower(strings.TrimSpace(text)), "$1$2")); !ok {
		return r.Moment(text)
	}
	day := began.In(r.Zone)
	end, err := r.momentOn(day, text)
	if err != nil || !end.Before(began) {
		return end, err
	}
	next := day.AddDate(0, 0, 1)
	if end, err = r.momentOn(next, text); err == nil && end.After(r.Now.Add(clockSkew)) {
		err = &Error{text, fmt.Sprintf("before %s, and on the next day, %s, it is still to come",
			began.In(r.Zone).Format("15:04"), next.Format(time.DateOnly))}
	}
	return end, err
}

// clockSkew is how far ahead of this machine the clock of the service may be.
const clockSkew = 15 * time.Minute
