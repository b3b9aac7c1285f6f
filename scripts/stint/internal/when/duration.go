package when

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

var clockDuration = regexp.MustCompile(`^(\d{1,5}):([0-5]\d)(?::([0-5]\d))?$`)

// Duration reads a duration: "1h30m", "90m", "1.5h", "1,5h", "1:30" for an hour and a half, and
// "2d" for 48 hours. It is above 0.
// Errors: *Error.
func Duration(text string) (time.Duration, error) {
	wrong := &Error{text, `no duration: write for example "1h30m", "90m", "1.5h" or "1:30"`}
	word := strings.ReplaceAll(strings.ToLower(strings.TrimSpace(text)), ",", ".")
	if found := clockDuration.FindStringSubmatch(word); found != nil {
		d := time.Duration(number(found[1]))*time.Hour + time.Duration(number(found[2]))*time.Minute + time.Duration(number(found[3]))*time.Second
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
	d, err := time.ParseDuration(word)
	if err != nil || d < time.Second || strings.ContainsAny(word, "+-") {
		return 0, wrong
	}
	return d.Truncate(time.Second), nil
}
