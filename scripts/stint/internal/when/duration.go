package when

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// DurationExamples are durations that Duration reads, for help texts.
const DurationExamples = `"1h30m", "90min", "1.5h" or "1:30"`

var (
	unitWord  = regexp.MustCompile(`(\d)\s*(h|m|s)(?:ours?|rs?|inutes?|ins?|econds?|ecs?)?\b`)
	unitBlank = regexp.MustCompile(`([hms])\s+(\d)`)
	bareRest  = regexp.MustCompile(`^(\d+h)([0-5]?\d)$`) // minutes
)

// shorten makes "1 hour 30 min" and "1h30" to "1h30m".
func shorten(word string) string {
	return WithMinutes(unitBlank.ReplaceAllString(unitWord.ReplaceAllString(word, "$1$2"), "$1$2"))
}

// WithMinutes adds the unit that "1h30" lacks: "1h30m". It returns any other text as it is.
func WithMinutes(word string) string { return bareRest.ReplaceAllString(word, "${1}${2}m") }

var clockDuration = regexp.MustCompile(`^(\d{1,5}):([0-5]\d)(?::([0-5]\d))?$`)

// Duration reads a duration: "1h30m", "1h 30", "90m", "90 min", "1.5h", "1,5h", "1:30" for an hour
// and a half, and "2d" for 48 hours. A number alone has no unit and is refused. It is above 0.
// Errors: *Error.
func Duration(text string) (time.Duration, error) {
	wrong := &Error{text, "no duration: write for example " + DurationExamples}
	word := strings.ReplaceAll(strings.ToLower(strings.TrimSpace(text)), ",", ".")
	if found := clockDuration.FindStringSubmatch(word); found != nil {
		d := time.Duration(number(found[1]))*time.Hour + time.Duration(number(found[2]))*time.Minute +
			time.Duration(number(found[3]))*time.Second
		if d == 0 {
			return 0, wrong
		}
		return d, nil
	}
	if days, ok := strings.CutSuffix(word, "d"); ok {
		if n, err := strconv.ParseUint(days, 10, 16); err == nil && n > 0 {
			return time.Duration(n) * 24 * time.Hour, nil
		}
	}
	d, err := time.ParseDuration(shorten(word))
	if err != nil || d < time.Second || strings.ContainsAny(word, "+-") {
		return 0, wrong
	}
	return d.Truncate(time.Second), nil
}
