package signing

import (
	"cmp"
	"slices"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
)

// MaxEntriesBytes bounds the entries of a content, in bytes of their text. Larger
// timesheets can be shown without their entries.
const MaxEntriesBytes = 1_000_000

// LineEntry is one entry of a line as the client sees it.
//
//openapi:schema TimesheetLineEntry
type LineEntry struct {
	Day         domain.Date `json:"day"` // on which it starts, in the workspace's zone
	Description domain.Text `json:"description"`
	Seconds     int64       `json:"seconds"` // rounded like those of the line
	Amount      *int64      `json:"amount"`  // minor units of the line's currency; null if amounts are not shown
}

// ToEntries converts the entries of a line in the order of their starts. Entries of
// the same second are in the order of their ids.
func ToEntries(all []timelog.Entry, rounding domain.Rounding, zone *time.Location, amounts bool) []LineEntry {
	sorted := slices.SortedFunc(slices.Values(all), func(a, b timelog.Entry) int {
		return cmp.Or(a.StartedAt.Compare(b.StartedAt.Time), cmp.Compare(a.ID, b.ID))
	})
	shown := make([]LineEntry, len(sorted))
	for i, e := range sorted {
		seconds := rounding.Apply(e.Seconds(e.UpdatedAt))
		shown[i] = LineEntry{Day: e.StartedAt.DayIn(zone), Description: e.Description, Seconds: seconds}
		if amounts {
			amount := e.AmountFor(seconds)
			shown[i].Amount = &amount
		}
	}
	return shown
}

// HoursOfDays are the days of the period with their time; none without entries, which alone say on which day time is.
func (c Content) HoursOfDays() []timesheets.DayHours {
	sums := map[domain.Date]int64{}
	for _, l := range c.Lines {
		for _, e := range l.Entries {
			sums[e.Day] += e.Seconds
		}
	}
	if len(sums) == 0 {
		return nil
	}
	return timesheets.DaysOf(c.PeriodStart, c.PeriodEnd, sums)
}

// EntriesAddUp reports whether the entries of every line have the seconds of the
// line together.
func (c Content) EntriesAddUp() bool {
	for _, l := range c.Lines {
		var seconds int64
		for _, e := range l.Entries {
			seconds += e.Seconds
		}
		if seconds != l.Seconds {
			return false
		}
	}
	return true
}

// HasTooManyEntries reports whether the entries have more than MaxEntriesBytes.
func (c Content) HasTooManyEntries() bool {
	const perEntry = 80 // names of properties, day and numbers
	n := 0
	for _, l := range c.Lines {
		for _, e := range l.Entries {
			n += perEntry + len(e.Description)
		}
	}
	return n > MaxEntriesBytes
}
