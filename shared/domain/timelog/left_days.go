package timelog

import (
	"slices"

	"stint/shared/domain"
)

// maxLeftSpans is how many spans of days an entry remembers that it has left. Only of more spans are two joined, with
// the days between them.
const maxLeftSpans = 8

// LeavingDay is the entry, which remembers the day, in UTC, on which it started before the
// change. The running totals of that day have to be summed again without it.
func (e Entry) LeavingDay(was Entry) Entry {
	e.LeftDays, e.LeftSpans = was.LeftDays, was.LeftSpans
	if day := was.utcDay(); day != e.utcDay() {
		e.LeftDays, e.LeftSpans = was.LeftDays.Including(day), was.leaving()
	}
	return e
}

// leaving are the days that the entry has left when it leaves the day of its start.
func (e Entry) leaving() []domain.DaySpan {
	day := e.utcDay()
	all := append(slices.Clone(leftDays(e.LeftDays, e.LeftSpans)), domain.DaySpan{First: day, Last: day})
	return domain.JoinNearest(domain.MergeDays(all), maxLeftSpans)
}

// leftDays are the days that an entry has left. Records of earlier versions have one span only, and all others have
// both, so that earlier versions read them.
func leftDays(all *domain.DaySpan, spans []domain.DaySpan) []domain.DaySpan {
	if len(spans) == 0 && all != nil {
		return []domain.DaySpan{*all}
	}
	return spans
}

func (e Entry) utcDay() domain.Date { return domain.DateOf(e.StartedAt.UTC()) }

// ChangedDays are the days whose running totals a change of the entry can affect, in any time
// zone: the day of its start and the days that it has left, with the days before and after.
func (e Entry) ChangedDays() []domain.DaySpan {
	day := e.utcDay()
	all := []domain.DaySpan{{First: day, Last: day}}
	return inAnyZone(append(all, leftDays(e.LeftDays, e.LeftSpans)...))
}

// DeletedDays are the ChangedDays of a deleted entry.
func DeletedDays(mark domain.DeletionMark) []domain.DaySpan {
	if len(mark.Spans) == 0 && mark.Days != nil { // of an earlier version, with the days before and after
		return []domain.DaySpan{*mark.Days}
	}
	return inAnyZone(mark.Spans)
}

// inAnyZone are days in UTC with the days before and after.
func inAnyZone(days []domain.DaySpan) []domain.DaySpan {
	all := make([]domain.DaySpan, len(days))
	for i, d := range days {
		all[i] = domain.DaySpan{First: d.First.AddDays(-1), Last: d.Last.AddDays(1)}
	}
	return domain.MergeDays(all)
}

// TotalDays are the ChangedDays of the entry and the days between them.
func (e Entry) TotalDays() domain.DaySpan {
	all := e.LeftDays.Including(e.utcDay())
	return domain.DaySpan{First: all.First.AddDays(-1), Last: all.Last.AddDays(1)}
}
