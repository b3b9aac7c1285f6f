package timefile

import (
	"fmt"
	"time"

	"stint/shared/domain"
)

// findOrder finds the order of day and month from all dates of a table.
// Errors: dates of both orders, only dates that can be both, those of reading.
func findOrder(t table, h heads, option *bool) (order, error) {
	var seen [3]string // an example of each order
	for r, err := range t.records() {
		if _, isRefused := err.(Refused); err != nil && !isRefused {
			return unknownOrder, err
		}
		for _, f := range []field{fieldDate, fieldEndDate, fieldStart, fieldEnd} {
			word := dateWord(h.cell(r, f))
			d, ok := splitDate(word)
			if says := d.says(); ok && seen[says] == "" && (says != unknownOrder || d.isAmbiguous()) {
				seen[says] = fmt.Sprintf("line %d has %s", r.line, word)
			}
		}
	}
	return decideOrder(seen, option)
}

func decideOrder(seen [3]string, option *bool) (order, error) {
	switch {
	case seen[dayFirst] != "" && seen[monthFirst] != "":
		return unknownOrder, fmt.Errorf("the file has dates with the day first and with the month first: %s, %s", seen[dayFirst], seen[monthFirst])
	case option != nil && *option && seen[monthFirst] != "", option != nil && !*option && seen[dayFirst] != "":
		return unknownOrder, fmt.Errorf("%s=%t does not fit the file: %s", DayFirstFlag, *option, seen[dayFirst]+seen[monthFirst])
	case seen[dayFirst] != "", option != nil && *option:
		return dayFirst, nil
	case seen[monthFirst] != "", option != nil:
		return monthFirst, nil
	case seen[unknownOrder] != "":
		return unknownOrder, fmt.Errorf("%s, and no date of the file says whether the day or the month is first: give %s for the day, or %s=false for the month",
			seen[unknownOrder], DayFirstFlag, DayFirstFlag)
	}
	return dayFirst, nil // no date depends on it
}

// startOfDay is the first moment of a day.
func startOfDay(day domain.Date, zone *time.Location) time.Time {
	return day.StartOfDay(zone).In(zone)
}
