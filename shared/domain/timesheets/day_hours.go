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
	for day := s.PeriodStart; day <= s.PeriodEnd; day = day.AddDays(1) {
		days = append(days, DayHours{day, sums[day]})
	}
	return days
}
