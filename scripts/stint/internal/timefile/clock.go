package timefile

import (
	"strconv"
	"strings"
	"time"
	"unicode"

	"stint/scripts/stint/internal/when"
	"stint/shared/domain"
)

// wall is what a clock on the wall shows.
type wall struct {
	day    domain.Date
	second int // of the day
}

// instants are the moments at which the clocks of a zone show this: one, two or none.
func (w wall) instants(zone *time.Location) []time.Time {
	day, _ := time.Parse(time.DateOnly, string(w.day)) // it was parsed before
	return domain.LocalMoments(day.Add(time.Duration(w.second)*time.Second), zone)
}

// String is the text of it in errors.
func (w wall) String() string {
	return string(w.day) + " " + time.Time{}.Add(time.Duration(w.second)*time.Second).Format(time.TimeOnly)
}

// parseClock reads a time of day: 9:15, 09:15:30, 9:15 PM, 09:15:30 am, and 13:05 PM, which some services write.
func parseClock(text string) (w wall, ok bool) {
	digits, isAM, isPM := cutHalf(strings.ToLower(text))
	numbers, ok := clockNumbers(digits, 23)
	hour := numbers[0]
	if (isAM || isPM) && hour <= 12 {
		ok = ok && hour > 0
		if hour %= 12; isPM {
			hour += 12
		}
	}
	if !ok {
		return wall{}, false
	}
	return wall{second: hour*3600 + numbers[1]*60 + numbers[2]}, true
}

// clockNumbers are the hours, minutes and seconds of 9:15 and 09:15:30.5, with at most so many hours.
func clockNumbers(text string, most uint64) (numbers [3]int, ok bool) {
	parts := strings.Split(text, ":")
	if len(parts) < 2 || len(parts) > 3 {
		return numbers, false
	}
	for i, part := range parts {
		if i == 2 {
			part, _, _ = strings.Cut(part, ".") // of a second
		}
		n, err := strconv.ParseUint(part, 10, 32)
		if err != nil || i > 0 && n > 59 || i == 0 && n > most {
			return numbers, false
		}
		numbers[i] = int(n)
	}
	return numbers, true
}

// cutHalf cuts "am" or "pm" from a time of day.
func cutHalf(text string) (digits string, isAM, isPM bool) {
	for _, half := range []string{"am", "a.m.", "pm", "p.m."} {
		if digits, ok := strings.CutSuffix(text, half); ok {
			return strings.TrimRightFunc(digits, unicode.IsSpace), half[0] == 'a', half[0] == 'p'
		}
	}
	return text, false, false
}

// maxDuration is the longest duration of a row. Longer ones are mistakes.
const maxDuration = 10 * 365 * 24 * time.Hour

// length is a duration as a file writes it.
type length struct {
	time.Duration
	grain time.Duration // the step in which it is written: a second, a minute, 0.01 hours
	other time.Duration // what it is if the number means seconds; 0 if it does not
}

// unitWords are the units that time.ParseDuration does not know, longer ones first.
var unitWords = strings.NewReplacer(
	"hours", "h", "hour", "h", "hrs", "h", "hr", "h", "std", "h",
	"minutes", "m", "minute", "m", "mins", "m", "min", "m", "seconds", "s", "second", "s", "secs", "s", "sec", "s", " ",
	"",
)

// parseLength reads "1:30:15", "1:30", "1.5", "1,5", "1.5 h", "1h 30m", "1h30", "90 min", "47:06 min" and "PT1H30M". It
// does not read days, because a file may mean working days.
func parseLength(text string) (length, bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	if minutes, ok := strings.CutSuffix(text, " min"); ok && strings.Count(text, ":") == 1 {
		return parseClockLength("0:" + minutes)
	}
	if strings.Contains(text, ":") {
		return parseClockLength(text)
	}
	if number := strings.TrimSuffix(text, "h"); strings.Trim(number, "0123456789., ") == "" {
		return parseHours(number)
	}
	word := when.WithMinutes(strings.TrimPrefix(unitWords.Replace(text), "pt"))
	d, err := time.ParseDuration(word)
	if err != nil || d < 0 || d > maxDuration || strings.ContainsAny(text, "+-") {
		return length{}, false
	}
	grain := time.Minute
	if strings.Contains(word, "s") {
		grain = time.Second
	}
	return length{Duration: d.Round(time.Second), grain: grain}, true
}

func parseClockLength(text string) (length, bool) {
	numbers, ok := clockNumbers(text, uint64(maxDuration/time.Hour))
	if !ok {
		return length{}, false
	}
	grain := time.Minute
	if strings.Count(text, ":") == 2 {
		grain = time.Second
	}
	return length{Duration: time.Duration(numbers[0]*3600+numbers[1]*60+numbers[2]) * time.Second, grain: grain}, true
}

// parseHours reads hours as a decimal number, to the second.
func parseHours(text string) (length, bool) {
	d, ok := parseDecimal(text)
	if !ok {
		return length{}, false
	}
	seconds, ok := d.times(3600)
	if !ok || seconds > int64(maxDuration/time.Second) {
		return length{}, false
	}
	return length{Duration: time.Duration(seconds) * time.Second,
		grain: max(time.Second, time.Hour/time.Duration(power(max(d.scale, 2))))}, true
}

// parseSeconds reads a whole number, which is hours or seconds.
func parseSeconds(text string) (length, bool) {
	n, err := strconv.ParseUint(text, 10, 31)
	if err != nil || n == 0 {
		return length{}, false
	}
	hours := min(n, uint64(maxDuration/time.Hour)+1)
	return length{Duration: time.Duration(hours) * time.Hour, grain: time.Second, other: time.Duration(n) * time.Second},
		true
}

// nearest decides between hours and seconds: it is what is nearer to the time from start to end.
func (l *length) nearest(span time.Duration) *length {
	if l == nil || l.other == 0 || (span-l.Duration).Abs() < (span-l.other).Abs() {
		return l
	}
	return &length{Duration: l.other, grain: time.Second}
}
