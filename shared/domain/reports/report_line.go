package reports

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
)

// ReportLine is the time of the finished entries of one user and one day that do not
// differ in anything that a summary groups or filters by.
type ReportLine struct {
	Day        domain.Date
	ProjectID  domain.ID
	TaskID     domain.ID
	TagIDs     []domain.ID // in order
	IsBillable bool
	HourlyRate *int64 // of billable time, minor units
	Currency   domain.Currency
	Seconds    int64 // each entry is rounded
	Amount     int64 // minor units, of the rounded seconds
}

// reportLineOf is the line of one finished entry.
func reportLineOf(e timelog.Entry, zone *time.Location, r domain.Rounding) ReportLine {
	seconds := r.Apply(e.Seconds(*e.StoppedAt))
	return ReportLine{
		HourlyRate: rateOf(e).orNull(),
		Day:        e.StartedAt.DayIn(zone), ProjectID: e.ProjectID, TaskID: e.TaskID,
		TagIDs: slices.Sorted(slices.Values(e.TagIDs)), IsBillable: e.IsBillable, Currency: e.Currency, Seconds: seconds,
		Amount: e.AmountFor(seconds),
	}
}

// Entry is an entry of the user that has everything of the line but the time. It starts at
// a moment of the day and is not finished.
func (l ReportLine) Entry(user domain.ID, start domain.Instant) timelog.Entry {
	return timelog.Entry{
		UserID: user, ProjectID: l.ProjectID, TaskID: l.TaskID, TagIDs: l.TagIDs, IsBillable: l.IsBillable,
		Currency: l.Currency, HourlyRate: l.HourlyRate, StartedAt: start,
	}
}

// compareKinds orders lines of a day by everything but their sums.
func (l ReportLine) compareKinds(o ReportLine) int {
	return cmp.Or(
		strings.Compare(string(l.ProjectID), string(o.ProjectID)), strings.Compare(string(l.TaskID), string(o.TaskID)),
		slices.Compare(l.TagIDs, o.TagIDs), cmp.Compare(l.Currency, o.Currency), compareBools(l.IsBillable, o.IsBillable),
		cmp.Compare(l.rateNumber(), o.rateNumber()),
	)
}

// rateNumber is the rate and one more, or 0 for none.
func (l ReportLine) rateNumber() uint64 {
	if l.HourlyRate == nil {
		return 0
	}
	return uint64(*l.HourlyRate) + 1
}

func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	default:
		return 1
	}
}

// ReportLines sums up entries. Make it with NewReportLines.
type ReportLines struct {
	zone     *time.Location
	rounding domain.Rounding
	lines    []ReportLine
	joined   int // how many lines there were when equal ones were last joined
}

// NewReportLines sums up nothing yet. Days are those of the zone.
func NewReportLines(zone *time.Location, r domain.Rounding) *ReportLines {
	return &ReportLines{zone: zone, rounding: r}
}

// Add counts an entry. A running timer does not count.
func (s *ReportLines) Add(e timelog.Entry) {
	if e.Running() {
		return
	}
	s.lines = append(s.lines, reportLineOf(e, s.zone, s.rounding))
	if len(s.lines) > 2*s.joined+maxUnjoined {
		s.lines = s.Lines()
		s.joined = len(s.lines)
	}
}

// maxUnjoined is how many lines of single entries are kept before equal ones are joined.
const maxUnjoined = 1_000

// Lines are the lines of the entries, in one order for the same entries.
func (s *ReportLines) Lines() []ReportLine {
	slices.SortFunc(s.lines, func(a, b ReportLine) int {
		return cmp.Or(cmp.Compare(a.Day, b.Day), a.compareKinds(b))
	})
	var joined []ReportLine
	for _, l := range s.lines {
		if n := len(joined); n > 0 && joined[n-1].Day == l.Day && joined[n-1].compareKinds(l) == 0 {
			joined[n-1].Seconds += l.Seconds
			joined[n-1].Amount += l.Amount
		} else {
			joined = append(joined, l)
		}
	}
	return joined
}

// ReplaceDays are the lines of a month with other ones on the days of a span.
func ReplaceDays(month []ReportLine, days domain.DaySpan, with []ReportLine) []ReportLine {
	var all []ReportLine
	for _, l := range month {
		if l.Day < days.First || l.Day > days.Last {
			all = append(all, l)
		}
	}
	all = append(all, with...)
	slices.SortStableFunc(all, func(a, b ReportLine) int { return cmp.Compare(a.Day, b.Day) })
	return all
}
