package timefile

import (
	"strconv"
	"strings"
	"time"
)

// maxDuration is the longest duration of a row. Longer ones are mistakes.
const maxDuration = 10 * 365 * 24 * time.Hour

// length is a duration as a file writes it.
type length struct {
	time.Duration
	grain time.Duration // the step in which it is written: a second, a minute, 0.01 hours
}

// parseLength reads "1:30:15", "1:30", "1.5", "1,5", "1h 30m" and "1.5 h".
func parseLength(text string) (length, bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	if strings.Contains(text, ":") {
		return parseClockLength(text)
	}
	if number := strings.TrimSuffix(text, "h"); strings.Trim(number, "0123456789., ") == "" {
		return parseHours(number)
	}
	d, err := time.ParseDuration(strings.ReplaceAll(text, " ", ""))
	if err != nil || d < 0 || d > maxDuration || strings.ContainsAny(text, "+-") {
		return length{}, false
	}
	grain := time.Minute
	if strings.Contains(text, "s") {
		grain = time.Second
	}
	return length{d.Round(time.Second), grain}, true
}

func parseClockLength(text string) (length, bool) {
	parts := strings.Split(text, ":")
	if len(parts) > 3 {
		return length{}, false
	}
	var numbers [3]int64
	for i, part := range parts {
		if i == 2 {
			part, _, _ = strings.Cut(part, ".") // of a second
		}
		n, err := strconv.ParseUint(part, 10, 32)
		if err != nil || i > 0 && n > 59 {
			return length{}, false
		}
		numbers[i] = int64(n)
	}
	if numbers[0] > int64(maxDuration/time.Hour) {
		return length{}, false
	}
	grain := time.Minute
	if len(parts) == 3 {
		grain = time.Second
	}
	return length{time.Duration(numbers[0]*3600+numbers[1]*60+numbers[2]) * time.Second, grain}, true
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
	return length{time.Duration(seconds) * time.Second, max(time.Second, time.Hour/time.Duration(power(d.scale)))}, true
}
