package summing

import (
	"cmp"
	"context"
	"errors"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/reports"
	"stint/shared/domain/timelog"
	"stint/shared/route"
	"stint/shared/totals"
	"stint/shared/tracking"
)

// When a summary uses running totals, and when it asks for them to be built.
const (
	minTotalDays  = 62    // whole days in its period
	manyEntries   = 2_000 // that a summary has read over so many days
	minDaysLength = minTotalDays * 24 * time.Hour
)

// SumUp adds the entries of the scope to a report. Errors: as EachEntry.
func (s Summer) SumUp(ctx context.Context, r *route.Request, scope tracking.Scope, report *reports.Report) error {
	one := summing{Summer: s, request: r, count: new(Readings), scope: scope, report: report,
		zone: r.Workspace.Timezone.Location()}
	if !mayUseTotals(scope) || report.Groups(reports.ByInvoice) {
		return explainTooMany(one.addEntries(ctx, scope.Span))
	}
	return explainTooMany(one.addLongPeriod(ctx))
}

// mayUseTotals reports whether a summary may be made from running totals. The entries of one
// user are few, and read with strong consistency, which totals do not offer.
func mayUseTotals(scope tracking.Scope) bool {
	in := scope.Span
	return scope.User == "" && scope.FitsTotals() && in.HasBoth() &&
		in.To.Sub(in.From.Time) >= minDaysLength
}

// summing adds entries and totals to a report.
type summing struct {
	Summer
	request *route.Request
	count   *Readings
	scope   tracking.Scope
	report  *reports.Report
	zone    *time.Location
}

// addLongPeriod adds the whole days from the totals, and the parts of days before and after
// them from the entries. Without totals it adds all from the entries, and has the totals
// built if the entries were many.
func (s summing) addLongPeriod(ctx context.Context) error {
	r := s.request
	w := totals.Workspace{ID: r.WorkspaceID(), Zone: r.Workspace.Timezone, Rounding: r.Billing.Rounding}
	days := wholeDays(s.scope.Span, s.zone)
	p := s.totalsOf(days)
	sums, err := s.Totals.Sums(ctx, w, p)
	if err == nil {
		err = s.addDays(ctx, sums, days, p)
	}
	if !errors.Is(err, totals.ErrNotBuilt) {
		return err
	}
	err = s.addEntries(ctx, s.scope.Span)
	if err != nil && !errors.Is(err, ErrTooMany) || s.count.Entries < manyEntries {
		return err
	}
	return cmp.Or(s.Totals.Queue(ctx, w), err) // too many entries are what totals are for
}

// addEntries adds the entries of a span.
func (s summing) addEntries(ctx context.Context, in timelog.Span) error {
	scope := s.scope
	scope.Span = in
	return s.walk(ctx, s.request, s.count, scope, func(e timelog.Entry) error {
		s.report.Add(e)
		return s.checkSize()
	})
}

func (s summing) checkSize() error {
	if s.report.TooLarge() {
		return ErrTooMany
	}
	return nil
}

// addDays adds whole days, and the entries of the scope around them. Errors:
// totals.ErrNotBuilt, before it has added anything, for a month that has no totals.
func (s summing) addDays(ctx context.Context, sums totals.Sums, days domain.DaySpan, p totals.Period) error {
	for _, m := range sums.Months {
		if m.IsTooLarge {
			return totals.ErrNotBuilt
		}
	}
	for _, m := range sums.Months {
		if err := s.addMonth(m, days); err != nil {
			return err
		}
	}
	for _, y := range sums.Years {
		if err := s.addYear(y, p); err != nil {
			return err
		}
	}
	before, after := days.First.StartOfDay(s.zone), days.Last.AddDays(1).StartOfDay(s.zone)
	for _, edge := range []timelog.Span{{From: s.scope.Span.From, To: &before}, {From: &after, To: s.scope.Span.To}} {
		if edge.From.Before(edge.To.Time) {
			if err := s.addEntries(ctx, edge); err != nil {
				return err
			}
		}
	}
	return nil
}

// addMonth adds the days of a user's month that the scope has.
func (s summing) addMonth(m reports.ReportMonth, days domain.DaySpan) error {
	if err := s.count.addBytes(len(m.Packed)); err != nil {
		return err
	}
	lines, err := m.Lines()
	if err != nil {
		return err
	}
	var day domain.Date
	var start domain.Instant
	for _, l := range lines {
		if l.Day != day {
			day, start = l.Day, l.Day.StartOfDay(s.zone)
		}
		e := l.Entry(m.UserID, start)
		if day < days.First || day > days.Last || !s.scope.HasKind(e) {
			continue
		}
		s.report.AddSum(e, l.Seconds, l.Amount)
		if err := s.checkSize(); err != nil {
			return err
		}
	}
	return nil
}

// totalsOf is the period of the days, with the sums of years for its whole months where they are enough.
func (s summing) totalsOf(days domain.DaySpan) totals.Period {
	p := totals.Period{First: domain.MonthOf(days.First), Last: domain.MonthOf(days.Last)}
	p.WholeFirst, p.WholeLast = p.First, p.Last
	if days.First > p.First.First() {
		p.WholeFirst = p.First.Next()
	}
	if days.Last < p.Last.Last() {
		p.WholeLast = p.Last.Before()
	}
	if s.scope.IsAll() && p.WholeFirst <= p.WholeLast {
		p.Of = s.sumsByGroups()
	}
	return p
}

// sumsByGroups says whose sums have all that the report groups by; "" is none. The sums of users do not say of
// which projects they are: a caller who may read all time may also see all amounts.
func (s summing) sumsByGroups() reports.SumsOf {
	switch {
	case s.report.GroupsOnly(reports.ByProject, reports.ByClient, reports.ByRate):
		return reports.OfProject
	case s.report.GroupsOnly(reports.ByUser, reports.ByRate):
		return reports.OfUser
	}
	return ""
}

// addYear adds the whole months of the sums of a project or user.
func (s summing) addYear(y reports.YearSums, p totals.Period) error {
	if err := s.count.addBytes(len(y.Packed)); err != nil {
		return err
	}
	kinds, err := y.Kinds()
	for kind, sum := range kinds {
		if kind.Month < p.WholeFirst || kind.Month > p.WholeLast {
			continue
		}
		e := kind.Entry()
		if p.Of == reports.OfUser {
			e.UserID = y.ID
		} else {
			e.ProjectID = y.ID
		}
		s.report.AddSum(e, sum.Seconds, sum.Amount)
	}
	return err
}

// wholeDays are the days that are in the span from their beginning to their end.
func wholeDays(in timelog.Span, zone *time.Location) domain.DaySpan {
	days := domain.DaySpan{First: in.From.DayIn(zone), Last: in.To.DayIn(zone).AddDays(-1)}
	if days.First.StartOfDay(zone).Before(in.From.Time) {
		days.First = days.First.AddDays(1)
	}
	return days
}
