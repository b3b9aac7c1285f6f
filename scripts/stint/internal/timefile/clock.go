package timefile

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"stint/shared/domain"
)

// wall is what a clock on the wall shows.
type wall struct {
	day        domain.Date
	second     int  // of the day
	hasSeconds bool // whether the file writes seconds
}

// instants are the moments at which the clocks of a zone show this: one; two in the hour that
// comes twice when clocks are put back; none in the hour that is left out.
func (w wall) instants(zone *time.Location) []time.Time {
	day, _ := time.Parse(time.DateOnly, string(w.day)) // it was parsed before
	utc := day.Add(time.Duration(w.second) * time.Second)
	var all []time.Time
	for _, near := range []time.Duration{-36 * time.Hour, 0, 36 * time.Hour} {
		_, offset := utc.Add(near).In(zone).Zone()
		at := utc.Add(time.Duration(-offset) * time.Second).In(zone)
		if _, o := at.Zone(); o == offset && !slices.ContainsFunc(all, at.Equal) {
			all = append(all, at)
		}
	}
	slices.SortFunc(all, time.Time.Compare)
	return all
}

// String is the text of it in keys and errors.
func (w wall) String() string {
	return string(w.day) + " " + time.Time{}.Add(time.Duration(w.second)*time.Second).Format(time.TimeOnly)
}

// parseClock reads a time of day: 9:15, 09:15:30, 9:15 PM, 09:15:30 am.
func parseClock(text string) (w wall, ok bool) {
	digits, isAM, isPM := cutHalf(strings.ToLower(text))
	parts := strings.Split(digits, ":")
	if len(parts) < 2 || len(parts) > 3 {
		return wall{}, false
	}
	var numbers [3]int
	for i, part := range parts {
		if i == 2 {
			part, _, _ = strings.Cut(part, ".") // of a second
		}
		n, err := strconv.ParseUint(part, 10, 8)
		if err != nil || i > 0 && n > 59 || i == 0 && n > 23 {
			return wall{}, false
		}
		numbers[i] = int(n)
	}
	if isAM || isPM {
		if numbers[0] > 12 {
			isAM, isPM = false, false // "13:05 PM" is written by some services
		} else if numbers[0] == 0 {
			return wall{}, false
		}
	}
	if isAM || isPM {
		numbers[0] %= 12
	}
	if isPM {
		numbers[0] += 12
	}
	return wall{second: numbers[0]*3600 + numbers[1]*60 + numbers[2], hasSeconds: len(parts) == 3}, true
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

// stamp is a moment as a file writes it: with an offset from UTC, or on the wall of a zone.
type stamp struct {
	wall
	at time.Time // zero without an offset
}

// parseStamp reads a time of day, or a date and a time, with or without an offset. date is the
// cell for times without a date; it may be "".
func parseStamp(text, date string, o order) (stamp, bool) {
	text = strings.TrimSpace(text)
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05Z0700", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05 -0700"} {
		if at, err := time.Parse(layout, text); err == nil {
			return stamp{wall{hasSeconds: true}, at.Truncate(time.Second)}, at.Year() >= 1970 && at.Year() <= 2200
		}
	}
	word, clock := dateWord(text), ""
	if len(word) < len(text) && strings.ContainsAny(word, "-/.") {
		clock = text[len(word)+1:]
	} else {
		word, clock = date, text
	}
	day, ok := parseDate(strings.TrimSpace(word), o)
	if !ok {
		return stamp{}, false
	}
	w, ok := parseClock(clock)
	w.day = day
	return stamp{wall: w}, ok
}

// moments are when it can be.
func (s stamp) moments(zone *time.Location) []time.Time {
	if s.at.IsZero() {
		return s.instants(zone)
	}
	return []time.Time{s.at.In(zone)}
}

// key is the text of it in keys. It does not depend on the zone of the file.
func (s stamp) key() string {
	if s.at.IsZero() {
		return s.String()
	}
	return s.at.UTC().Format(time.RFC3339)
}
