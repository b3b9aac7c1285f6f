package timesheets

import (
	"time"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
)

// DayHours are the hours of a day of a submission.
type DayHours struct {
	Day     domain.Date
	Seconds int64 // rounded per entry, as in the lines
}

// HoursOfDays sums up the entries of a submission by the day on which they start, for each day of the period. It gives
// none unless they have the given seconds in all: then they were read at another moment than the lines.
func (s Submission) HoursOfDays(entries []timelog.Entry, seconds int64, zone *time.Location) (days []DayHours) {
	sums := map[domain.Date]int64{}
	for _, e := range entries {
		rounded := s.Rounding.Apply(e.Seconds(e.UpdatedAt))
		sums[e.StartedAt.DayIn(zone)] += rounded
		seconds -= rounded
	}
	if seconds != 0 {
		return nil
	}
	return DaysOf(s.PeriodStart, s.PeriodEnd, sums)
}

// DaysOf are the days of a period with their seconds.
func DaysOf(from, to domain.Date, seconds map[domain.Date]int64) (days []DayHours) {
	for day := from; day <= to; day = day.AddDays(1) {
		days = append(days, DayHours{day, seconds[day]})
	}
	return days
}

// week is the number of days up to which a picture of days shows those without time.
const week = 7

// DayBar is a day in a picture of days.
type DayBar struct {
	DayHours
	Percent int64 // of the longest day: 0 without time, else at least 1
}

// BarsOf is the picture of the days of a period: of a week all of them, otherwise those with time.
func BarsOf(days []DayHours) (bars []DayBar) {
	longest := int64(1)
	for _, d := range days {
		longest = max(longest, d.Seconds)
	}
	for _, d := range days {
		if d.Seconds > 0 || len(days) <= week {
			bars = append(bars, DayBar{d, min(100, (d.Seconds*100+longest-1)/longest)})
		}
	}
	return bars
}
