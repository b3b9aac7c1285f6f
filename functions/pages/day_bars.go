package pages

import (
	"stint/shared/domain/timesheets"
	"stint/shared/locale"
)

// dayBar is a day with a bar for its hours.
type dayBar struct {
	Day, Hours string
	Percent    int64 // of the longest bar
}

// barsOf are the days of a timesheet as a table with bars. The hours are text, so the bars are for the eye alone.
func barsOf(f locale.Formatter, days []timesheets.DayHours) (all []dayBar) {
	for _, d := range timesheets.BarsOf(days) {
		all = append(all, dayBar{Day: f.Weekday(d.Day) + " " + f.ShortDate(d.Day), Hours: f.Clock(d.Seconds),
			Percent: d.Percent})
	}
	return all
}
