package domain

import (
	"cmp"
	"slices"
)

// DaySpan is the days from First to Last, both included.
type DaySpan struct {
	First Date `db:"a"`
	Last  Date `db:"b"`
}

// with is the span extended to a day.
func (s *DaySpan) with(day Date) *DaySpan {
	if s == nil {
		return &DaySpan{day, day}
	}
	return &DaySpan{min(s.First, day), max(s.Last, day)}
}

// MergeDays joins spans that overlap or touch. The result is in order.
func MergeDays(spans []DaySpan) []DaySpan {
	slices.SortFunc(spans, func(a, b DaySpan) int { return cmp.Compare(a.First, b.First) })
	var merged []DaySpan
	for _, s := range spans {
		if n := len(merged); n > 0 && s.First <= merged[n-1].Last.AddDays(1) {
			merged[n-1].Last = max(merged[n-1].Last, s.Last)
		} else {
			merged = append(merged, s)
		}
	}
	return merged
}

// LeavingDay is the entry, which remembers the day, in UTC, on which it started before the
// change. The running totals of that day have to be summed again without it.
func (e Entry) LeavingDay(was Entry) Entry {
	e.LeftDays = was.LeftDays
	if day := was.utcDay(); day != e.utcDay() {
		e.LeftDays = was.LeftDays.with(day)
	}
	return e
}

func (e Entry) utcDay() Date { return dateOf(e.StartedAt.UTC()) }

// ChangedDays are the days whose running totals a change of the entry can affect, in any time
// zone: the day of its start and the days that it has left, with the days before and after.
func (e Entry) ChangedDays() []DaySpan {
	now := Entry{StartedAt: e.StartedAt}.TotalDays()
	if e.LeftDays == nil {
		return []DaySpan{now}
	}
	return MergeDays([]DaySpan{now, {e.LeftDays.First.AddDays(-1), e.LeftDays.Last.AddDays(1)}})
}

// TotalDays are the ChangedDays of the entry and the days between them.
func (e Entry) TotalDays() DaySpan {
	all := e.LeftDays.with(e.utcDay())
	return DaySpan{all.First.AddDays(-1), all.Last.AddDays(1)}
}
