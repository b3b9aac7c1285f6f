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
	day    domain.Date
	second int // of the day
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

// String is the text of it in errors.
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
	return wall{second: numbers[0]*3600 + numbers[1]*60 + numbers[2]}, true
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
