package timefile

import (
	"strings"
	"time"
)

// stamp is a moment as a file writes it: with an offset from UTC, or on the wall of a zone.
type stamp struct {
	wall
	at time.Time // zero without an offset
}

// parseStamp reads a time of day, or a date and a time, with or without an offset. date is the
// cell for times without a date; it may be "".
func parseStamp(text, date string, o order) (stamp, bool) {
	text = strings.TrimSpace(text)
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05Z0700", "2006-01-02 15:04:05Z07:00",
		"2006-01-02 15:04:05 -0700"} {
		if at, err := time.Parse(layout, text); err == nil {
			return stamp{at: at.Truncate(time.Second)}, at.Year() >= firstYear && at.Year() <= lastYear
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
